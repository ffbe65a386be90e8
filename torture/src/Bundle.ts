/** The server programs as one file each: what is tested is the same code, and a process starts in a third of the time. */
import { build } from "esbuild"
import { existsSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Packages within the bundle resolve what they `require` from the bundle's folder. */
const banner = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`

const compiled = (script: string): string => {
  const program = fileURLToPath(new URL(`../dist/${script}.js`, import.meta.url))
  if (!existsSync(program)) throw new Error(`${program} is missing: build the workspace first (npm run build)`)
  return program
}

const bundle = async (script: string): Promise<string> => {
  const outfile = fileURLToPath(new URL(`../dist/bundled/${script}.${process.pid}.mjs`, import.meta.url))
  await build({
    entryPoints: [compiled(script)],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: banner },
    // A native module stays what it is.
    external: ["better-sqlite3"],
    logLevel: "error",
  })
  process.once("exit", () => rmSync(outfile, { force: true }))
  return outfile
}

const bundles = new Map<string, Promise<string>>()

/** The path of a compiled program as one file, made once a test process. */
export const bundled = (script: string): Promise<string> => {
  const made = bundles.get(script) ?? bundle(script)
  bundles.set(script, made)
  return made
}
