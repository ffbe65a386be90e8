// @ts-check
// Our server as one file, as deployed where start time matters.
import { build } from "esbuild"
import { rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { programOf } from "./process.mjs"

/** Packages within the bundle resolve what they `require` from the bundle's folder. */
const banner = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`

/** Next to `node_modules`, for the native module that is not bundled; deleted when this process exits. */
export const bundledServer = async () => {
  const outfile = fileURLToPath(new URL(`../dist/server-ours.${process.pid}.mjs`, import.meta.url))
  process.once("exit", () => rmSync(outfile, { force: true }))
  await build({
    entryPoints: [programOf("server-ours.mjs")],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: banner },
    external: ["better-sqlite3"],
    logLevel: "error",
  })
  return outfile
}
