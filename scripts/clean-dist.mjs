// @ts-check
// Removes build output whose source was deleted: an import of it would work only in this checkout. Node builtins only.
import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const usage = `Usage: node scripts/clean-dist.mjs [FOLDER ...]

In each FOLDER (default: every package, example and tool with a dist), removes from dist what has no source in src.
`

const root = fileURLToPath(new URL("..", import.meta.url))

const groups = ["packages", "examples", "scripts"]

/** Every folder that may have a dist. */
const folders = () => [
  ...groups.flatMap((group) =>
    readdirSync(join(root, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(root, group, name)),
  ),
  ...["e2e", "torture", "verifier", "bench"].map((name) => join(root, name)),
]

const hasSource = (/** @type {string} */ source) => [".ts", ".tsx"].some((ending) => existsSync(`${source}${ending}`))

/** The files that the compiler writes for a module. Bundles have no declarations, so they are never mistaken for one. */
const endings = [".d.ts", ".d.ts.map", ".js", ".js.map"]

/** Removes a folder that has become empty, and the ones around it. @param {string} path @param {string} upTo */
const removeEmpty = (path, upTo) => {
  if (path === upTo || readdirSync(path).length > 0) return
  rmdirSync(path)
  removeEmpty(dirname(path), upTo)
}

/** @param {string} folder @returns {ReadonlyArray<string>} the modules that are gone */
export const cleanDist = (folder) => {
  const dist = join(folder, "dist")
  if (!existsSync(dist)) return []
  const gone = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".d.ts"))
    .map((path) => path.slice(0, -".d.ts".length))
    .filter((module) => !hasSource(join(folder, "src", module)))
  for (const module of gone) {
    for (const ending of endings) rmSync(join(dist, module + ending), { force: true })
    removeEmpty(dirname(join(dist, module)), dist)
  }
  // tsbuildinfo says that these files exist: a restored source would not be compiled.
  if (gone.length > 0) rmSync(join(folder, ".tsbuild"), { recursive: true, force: true })
  return gone
}

/** @param {ReadonlyArray<string>} args */
const main = (args) => {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(usage)
  for (const folder of args.length > 0 ? args : folders()) {
    for (const module of cleanDist(folder)) console.log(`removed ${join(folder, "dist", module)}: it has no source`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
