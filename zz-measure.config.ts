import config from "./vitest.config.ts"
const c: any = config
for (const p of c.test.projects) if (p.test.pool === "forks") p.test.setupFiles = ["zz-measure.setup.mjs", ...p.test.setupFiles]
export default c
