// @ts-check
// `npm run docs:api`: the API reference in docs/reference/api, from the sources, with every warning an error.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Application } from "typedoc"
import { build, explain, fromRoot, install, requireNode, step, StepFailed } from "./workspace.mjs"

const usage = `Usage: npm run docs:api [-- --check]

Generates the API reference of every public package from its sources into docs/reference/api, as Markdown. It is not
committed. A warning is an error: a broken link, an unknown tag.

Options:
  --check     generates into a folder that is removed afterwards
  -h, --help  print this and exit
`

/** The source of a file in dist. @param {string} folder @param {string} types such as `./dist/index.d.ts` */
const sourceOf = (folder, types) => join(folder, types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts"))

/** The packages and their entries. */
export const entryPoints = () =>
  readdirSync(fromRoot("packages")).flatMap((name) => {
    const folder = fromRoot(join("packages", name))
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    return Object.values(/** @type {Record<string, { types?: string }>} */ (exports)).flatMap(({ types }) =>
      types === undefined ? [] : [sourceOf(folder, types)],
    )
  })

/** @param {string} out */
const generate = async (out) => {
  const app = await Application.bootstrapWithPlugins({
    name: "Consent Service",
    logLevel: "Warn",
    entryPoints: entryPoints(),
    tsconfig: fromRoot("scripts/tsconfig.api-docs.json"),
    plugin: ["typedoc-plugin-markdown"],
    out,
    readme: "none",
    disableGit: true,
    disableSources: true,
    excludeInternal: true,
    excludeExternals: true,
    skipErrorChecking: true,
    treatWarningsAsErrors: true,
    validation: { invalidLink: true, notExported: false, notDocumented: false, invalidPath: true },
  })
  const project = await app.convert()
  if (project === undefined) throw new StepFailed("the sources could not be read")
  app.validate(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new StepFailed("the reference has the problems above")
  await app.generateOutputs(project)
}

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  if (args.length > 1 || args.some((arg) => arg !== "--check")) {
    process.stdout.write(usage)
    return args.includes("--help") || args.includes("-h") ? 0 : 2
  }
  requireNode()
  const checks = args.includes("--check")
  const out = checks ? mkdtempSync(join(tmpdir(), "cs-api-")) : fromRoot("docs/reference/api")
  try {
    await install()
    // What a package takes from another one is read from the declarations of that one.
    await step("building", () => build(readdirSync(fromRoot("packages")).map((name) => `packages/${name}`)))
    await step("generating the API reference", () => generate(out))
    return 0
  } catch (error) {
    console.error(`npm run docs:api: ${explain(error)}`)
    return 1
  } finally {
    if (checks) rmSync(out, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv.slice(2))
