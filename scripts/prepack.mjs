// @ts-check
// `prepack` of every public package: builds it, refuses what would be published incomplete, and adds the license and the docs.
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { exportedFiles } from "./manifest.mjs"
import { writeShippedDocs } from "./shipped-docs.mjs"
import { build, explain, fromRoot, mustRun, StepFailed } from "./workspace.mjs"

const usage = `Usage: prepack of a package runs this, in the package's folder

Builds the package, unless CONSENT_PACK_BUILT=1 says that it is built, and fails when a file that the package exports is
missing. The main package gets the documentation and the bundled command line. Only pnpm may pack: npm leaves the workspace's version references in package.json.
`

/** The one line for a package manager that would publish `catalog:` and `workspace:`. @param {string | undefined} userAgent */
export const packerProblem = (userAgent) =>
  userAgent === undefined || userAgent.startsWith("pnpm/")
    ? null
    : `${userAgent.split("/")[0]} pack would leave "catalog:" and "workspace:" in package.json; run in the root folder: npm run pack`

/** @param {string} folder of a package */
export const missingExports = (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return exportedFiles(manifest).filter((file) => !existsSync(join(folder, file)))
}

/**
 * Built files whose source is gone, such as those of a module that was renamed: a clean clone would not have them.
 *
 * @param {string} folder of a package
 */
export const staleFiles = (folder) =>
  readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .filter((file) => !existsSync(join(folder, "src", file.replace(/\.js$/, ".ts"))))
    .map((file) => join("dist", file))

/** @param {string} folder */
const prepack = async (folder) => {
  const problem = packerProblem(process.env["npm_config_user_agent"])
  if (problem !== null) throw new StepFailed(problem)
  if (process.env["CONSENT_PACK_BUILT"] !== "1") await build([`packages/${basename(folder)}`])
  const missing = missingExports(folder)
  if (missing.length > 0) throw new StepFailed(`${missing[0]} is missing; run in the root folder: npm run build`)
  const stale = staleFiles(folder)
  if (stale.length > 0) throw new StepFailed(`${stale[0]} has no source; run in the root folder: npm run build`)
  copyFileSync(fromRoot("LICENSE"), join(folder, "LICENSE"))
  const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  if (name !== "consent-service") return
  writeShippedDocs(folder)
  await mustRun(process.execPath, [join(folder, "build.mjs")])
}

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  if (args.length > 0) {
    process.stdout.write(usage)
    return args.includes("--help") || args.includes("-h") ? 0 : 2
  }
  try {
    await prepack(process.cwd())
    return 0
  } catch (error) {
    console.error(`prepack: ${explain(error)}`)
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv.slice(2))
