// @ts-check
// Bundles the command line into a few files, so that `consent-service serve` starts without a thousand modules. `prepack` and the
// Dockerfile run it; in a checkout the command runs from dist, which is never older than its sources.
import { build } from "esbuild"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const usage = `Usage: node packages/service/build.mjs [--remove] [TARGET]

Bundles the command line and the program of a worker from dist into TARGET (packages/service/program), with the licenses of what
is in it. Run \`npm run build\` first. --remove removes TARGET instead.
`

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What each wrapper of a driver imports. The wrappers are bundled, as they must share the program's \`effect\`; the drivers stay
 * where the operator installed them, since one is native and all get security updates of their own.
 *
 * @type {Readonly<Record<string, string>>}
 */
const driverOwners = {
  "better-sqlite3": "@effect/sql-sqlite-node",
  pg: "@effect/sql-pg",
  "pg-cursor": "@effect/sql-pg",
  "pg-connection-string": "@effect/sql-pg",
  "pg-types": "@effect/sql-pg",
  mysql2: "@effect/sql-mysql2",
}

/** Only commands that read code import these, and such commands run from the packages. */
const external = ["jiti", "prom-client", "redis", "@effect/opentelemetry", "@opentelemetry/*"]

/** An import of a driver becomes one from the folder of the wrapper that the operator installed next to it. @type {import("esbuild").Plugin} */
const installedDrivers = {
  name: "installed-drivers",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: new RegExp(`^(?:${Object.keys(driverOwners).join("|")})$`) }, ({ path }) => ({
      path,
      namespace: "installed-driver",
    }))
    onResolve({ filter: /^driver-loader$/ }, ({ path }) => ({ path, namespace: "installed-driver" }))
    onLoad({ filter: /^driver-loader$/, namespace: "installed-driver" }, () => ({
      contents: `
        import { createRequire } from "node:module"
        const require = createRequire(import.meta.url)
        export const load = (owner, driver) => createRequire(require.resolve(owner + "/package.json"))(driver)`,
    }))
    onLoad({ filter: /.*/, namespace: "installed-driver" }, ({ path }) => ({
      contents: `module.exports = require("driver-loader").load(${JSON.stringify(driverOwners[path])}, ${JSON.stringify(path)})`,
    }))
  },
}

/** CommonJS within the bundle requires Node's own modules. */
const banner = `import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);`

/** The folder of the package that a file belongs to, if it is a registry's. @param {string} file */
const packageFolder = (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(resolve(file))?.[0]

/** Name, version and license text of each registry package in the bundle. @param {ReadonlyArray<string>} inputs */
const noticesOf = (inputs) => {
  const folders = new Set(inputs.flatMap((file) => packageFolder(file) ?? []))
  const notices = Array.from(folders, (folder) => {
    const { license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`
    return `${name} ${version} (${license})\n${text}`
  })
  return `Packages in this folder's bundle:\n\n${notices.toSorted().join("\n---\n\n")}`
}

/** Bundles the program. @param {string} target */
const bundle = async (target) => {
  rmSync(target, { recursive: true, force: true })
  const { metafile } = await build({
    entryPoints: { main: here("dist/cli/main.js"), WorkerProgram: here("dist/server/workers/WorkerProgram.js") },
    outdir: target,
    bundle: true,
    splitting: true,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // Names stay, for stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    define: { __BUNDLED__: "true" },
    banner: { js: banner },
    external,
    plugins: [installedDrivers],
    logLevel: "warning",
  })
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  )
  writeFileSync(join(target, "LICENSES.txt"), noticesOf(inputs.filter((file) => !file.startsWith("installed-driver:"))))
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0)
  return { files: Object.keys(metafile.outputs).length, bytes }
}

const args = process.argv.slice(2)
const target = resolve(args.find((arg) => !arg.startsWith("-")) ?? here("program"))
if (args.includes("--help") || args.includes("-h")) process.stdout.write(usage)
else if (args.includes("--remove")) rmSync(target, { recursive: true, force: true })
else {
  const { bytes, files } = await bundle(target)
  console.log(`${dirname(here("build.mjs"))}/program: ${files} files, ${Math.round(bytes / 1000)} kB`)
}
