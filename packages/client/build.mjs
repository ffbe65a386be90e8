// @ts-check
// Bundles the core's functions that verify receipts into dist/evidence.js, so that the package has no dependency. It
// reads dist folders, so `tsc -b` comes first. A second run changes nothing.
import { build } from "esbuild"
import { fileURLToPath } from "node:url"

const usage = `Usage: node packages/client/build.mjs

Bundles dist/evidence.js of packages/client in place, and fails when it would import anything.
`

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

const main = async () => {
  if (process.argv.length > 2) {
    process.stdout.write(usage)
    return process.argv.includes("--help") ? 0 : 2
  }
  const file = here("dist/evidence.js")
  const { metafile } = await build({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    metafile: true,
    logLevel: "warning",
  })
  const foreign = Object.keys(metafile.inputs).filter((path) => !/(^|\/)(core|client)\/dist\//.test(`/${path}`))
  if (foreign.length > 0) throw new Error(`dist/evidence.js would contain ${foreign.join(", ")}`)
  return 0
}

process.exitCode = await main()
