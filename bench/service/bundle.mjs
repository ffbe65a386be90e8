// @ts-check
// Our server as a bundle, as deployed where start time matters.
import { build } from "esbuild"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { programOf } from "./process.mjs"

/** Packages within the bundle resolve what they `require` from the bundle's folder. */
const banner = `import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);`

/** Next to `node_modules`, for the native module that is not bundled; deleted when this process exits. */
export const bundledServer = async () => {
  const outdir = fileURLToPath(new URL(`../dist/server-ours.${process.pid}`, import.meta.url))
  process.once("exit", () => rmSync(outdir, { recursive: true, force: true }))
  await build({
    entryPoints: [programOf("server-ours.mjs")],
    outdir,
    bundle: true,
    // As in the packed program: in one file, each start compiles the drivers of all engines, too.
    splitting: true,
    outExtension: { ".js": ".mjs" },
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: banner },
    external: ["better-sqlite3"],
    logLevel: "error",
  })
  return join(outdir, "server-ours.mjs")
}
