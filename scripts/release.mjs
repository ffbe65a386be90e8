// @ts-check
// `npm run release`: a release without the upload, in steps that are not repeated after a killed run.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { hasVersion } from "./changes.mjs"
import { metadataProblems, noAddress, readManifest, repositoryOf } from "./metadata.mjs"
import { packAll, publicPackages } from "./pack.mjs"
import { sbomOfPackage } from "./sbom.mjs"
import { changesets, versionConstants } from "./version.mjs"
import {
  build,
  explain,
  forwardSignalsToSteps,
  fromRoot,
  install,
  mustRun,
  requireNode,
  step,
  StepFailed,
} from "./workspace.mjs"

/** @typedef {{ readonly id: string, readonly title: string, readonly run: (folder: string) => Promise<unknown> }} Step */

/** @param {string} script @param {ReadonlyArray<string>} [args] */
const ownProgram = (script, args = []) => mustRun(process.execPath, [fromRoot(script), ...args])

const suite = () => mustRun(process.execPath, [fromRoot("scripts/test.mjs")], { env: { ...process.env, CI: "true" } })

/** @param {string} folder */
const pack = async (folder) => {
  for (const name of readdirSync(folder)) if (name.endsWith(".tgz")) rmSync(join(folder, name))
  await packAll(folder)
}

/** @param {string} folder */
const writeSboms = async (folder) => {
  for (const name of publicPackages()) {
    writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(sbomOfPackage(name), null, 2)}\n`)
  }
}

/** In order. @type {ReadonlyArray<Step>} */
export const steps = [
  { id: "build", title: "building", run: () => build([]) },
  {
    id: "fixture",
    title: "comparing the fixture of this version's database",
    run: () => ownProgram("scripts/fixtures/main.mjs", ["--check"]),
  },
  { id: "docs", title: "generating the API reference", run: () => ownProgram("scripts/api-docs.mjs") },
  { id: "test", title: "npm test, where nothing may be skipped", run: suite },
  { id: "consumer", title: "npm run consumer -- --full", run: () => ownProgram("consumer/main.mjs", ["--full"]) },
  { id: "torture", title: "npm run torture", run: () => ownProgram("scripts/torture.mjs") },
  { id: "pack", title: "packing", run: pack },
  { id: "sbom", title: "writing the bills of materials", run: writeSboms },
]

const usage = `Usage: npm run release [-- [--dry-run] [--only STEP] [--again]]

Does everything of a release but the upload. It refuses a version without a public address, a changelog section or a commit,
then runs these steps, and prints what to upload, and how:
${steps.map(({ id, title }) => `  ${id.padEnd(9)} ${title}`).join("\n")}

The results are in release/VERSION: the tarballs, and a CycloneDX bill of materials of each package. A run that was killed
goes on where it stopped, as long as the commit is the same.

Options:
  --dry-run    shows what would refuse the release, and the steps that are left; changes nothing
  --only STEP  runs this step only
  --again      runs every step again
  -h, --help   print this and exit

Before: npm run version:next
`

/** @returns {string} */
const version = () => String(readManifest("packages/service/package.json")["version"])

const git = async (/** @type {ReadonlyArray<string>} */ args) => (await mustRun("git", args)).trim()

/** Why this checkout cannot be released, one line each, with the fix. */
export const refusals = async () => {
  const root = readManifest("package.json")
  const status = await git(["status", "--porcelain"])
  const pending = changesets()
  const metadata = publicPackages().flatMap((name) =>
    metadataProblems(root, `packages/${name}`, readManifest(`packages/${name}/package.json`)),
  )
  const others = versionConstants.filter(
    ([file, before]) => !readFileSync(fromRoot(file), "utf8").includes(`${before}${version()}"`),
  )
  const versionNext = "run: npm run version:next, then commit"
  return [
    ...(repositoryOf(root) === null ? [noAddress] : metadata),
    ...(status === "" ? [] : [`there are uncommitted changes; commit or remove them:\n${status}`]),
    ...(pending.length === 0 ? [] : [`${pending.length} changesets are not in a version; ${versionNext}`]),
    ...(hasVersion(readFileSync(fromRoot("CHANGELOG.md"), "utf8"), version())
      ? []
      : [`CHANGELOG.md has no section for ${version()}; ${versionNext}`]),
    ...others.map(([file]) => `${file} has another version than ${version()}; ${versionNext}`),
  ]
}

/** What ran for a commit. @param {string} folder @param {string} commit */
const memory = (folder, commit) => {
  const file = join(folder, "steps.json")
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  /** @type {Array<string>} */
  const done = stored.commit === commit ? stored.done : []
  return {
    has: (/** @type {string} */ id) => done.includes(id),
    add: (/** @type {string} */ id) => {
      if (!done.includes(id)) done.push(id)
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, JSON.stringify({ commit, done }))
    },
  }
}

/** The public packages so that each comes after those it depends on. */
export const inOrder = () => {
  const manifests = publicPackages().map((name) => readManifest(`packages/${name}/package.json`))
  const byName = new Map(manifests.map((manifest) => [String(manifest["name"]), manifest]))
  /** @type {Set<string>} */
  const ordered = new Set()
  const visit = (/** @type {string} */ name) => {
    if (ordered.has(name)) return
    for (const other of Object.keys(byName.get(name)?.["dependencies"] ?? {})) if (byName.has(other)) visit(other)
    ordered.add(name)
  }
  for (const name of byName.keys()) visit(name)
  return [...ordered]
}

/** @param {string} folder @returns {string} what to upload, and the commands */
const instructions = (folder) => {
  const tarballs = inOrder().map((name) => join(folder, `${name.replace("@", "").replace("/", "-")}-${version()}.tgz`))
  const lines = tarballs.map((file) => {
    const content = readFileSync(file)
    return `${file}  ${content.length} bytes  sha512-${createHash("sha512").update(content).digest("base64")}`
  })
  return [
    "\nTo upload, in this order:",
    ...lines,
    "\nIn a CI job with an OIDC token, because the packages ask for provenance:",
    ...tarballs.map((file) => `npm publish ${file}`),
    `git tag v${version()} && git push origin v${version()}`,
    `Attach ${folder}/*.cdx.json to the release.`,
  ].join("\n")
}

/** @param {{ readonly "dry-run": boolean, readonly again: boolean, readonly only?: string | undefined }} options */
const release = async (options) => {
  const folder = fromRoot(join("release", version()))
  const refused = await refusals()
  const done = memory(folder, await git(["rev-parse", "HEAD"]))
  const left = steps.filter(({ id }) =>
    options.only === undefined ? options.again || !done.has(id) : id === options.only,
  )
  if (options["dry-run"]) {
    for (const problem of refused) console.log(`refused: ${problem}`)
    for (const { id, title } of left) console.log(`would run: ${id.padEnd(9)} ${title}`)
    return refused.length > 0 ? 1 : 0
  }
  if (refused.length > 0) throw new StepFailed(refused.join("\n"))
  await install()
  mkdirSync(folder, { recursive: true })
  for (const { id, run, title } of left) {
    await step(title, () => run(folder))
    done.add(id)
  }
  if (steps.every(({ id }) => done.has(id))) console.log(instructions(folder))
  return 0
}

/** @param {ReadonlyArray<string>} args */
const parse = (args) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "dry-run": { type: "boolean", default: false },
      again: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      only: { type: "string" },
    },
  })
  const ids = steps.map(({ id }) => id)
  if (values.only !== undefined && !ids.includes(values.only))
    throw new StepFailed(`--only takes one of ${ids.join(", ")}`)
  return values
}

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  requireNode()
  try {
    const { help, ...options } = parse(args)
    if (!help) {
      forwardSignalsToSteps()
      return await release(options)
    }
    process.stdout.write(usage)
    return 0
  } catch (error) {
    console.error(`npm run release: ${explain(error)}`)
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv.slice(2))
