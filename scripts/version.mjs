// @ts-check
// `npm run version:next`: turns the changesets into a version and a section of CHANGELOG.md.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { nextVersion, parseChangeset, released } from "./changes.mjs"
import { readManifest } from "./metadata.mjs"
import { explain, fromRoot, runInstalled, StepFailed } from "./workspace.mjs"

const usage = `Usage: npm run version:next [-- --dry-run]

Gives every public package the version that the changesets in .changeset ask for, and writes what they say into CHANGELOG.md.
Without a changeset, the section "Unreleased" of CHANGELOG.md becomes that of the current version, as for the first release.
A run that was killed may be repeated. Commit what it changed, then run: npm run release

Options:
  --dry-run   prints the next version, and changes nothing
  -h, --help  print this and exit
`

/** The constants in code, each with the text before its version. */
export const versionConstants = /** @type {const} */ ([
  ["packages/adapter-http/src/Version.ts", 'packageVersion = "'],
  ["packages/browser/src/env/Version.ts", 'version: string = "'],
])

/** @returns {ReadonlyArray<string>} the changesets' files, relative to the root */
export const changesets = () =>
  readdirSync(fromRoot(".changeset"))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => `.changeset/${name}`)

/** @param {string} path */
const read = (path) => readFileSync(fromRoot(path), "utf8")

const currentVersion = () => String(readManifest("packages/service/package.json")["version"])

/** @param {boolean} dryRun @returns {Promise<string>} what to print */
const run = async (dryRun) => {
  const files = changesets()
  const changes = files.map((file) => parseChangeset(read(file)))
  const version = nextVersion(currentVersion(), changes)
  if (dryRun) return `${version}, with ${changes.length} changesets`
  // The changelog is written before the changesets are deleted: a killed run loses nothing.
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(fromRoot("CHANGELOG.md"), released(read("CHANGELOG.md"), version, date, changes))
  if (files.length > 0) await runInstalled("@changesets/cli/bin.js", ["version"])
  if (currentVersion() !== version)
    throw new StepFailed(`changesets made ${currentVersion()} of the packages, and CHANGELOG.md says ${version}`)
  for (const [file, before] of versionConstants) {
    const [head = "", rest = ""] = read(file).split(before)
    writeFileSync(fromRoot(file), `${head}${before}${rest.replace(/^[^"]*/, version)}`)
  }
  return `${version}: read CHANGELOG.md, commit, then run npm run release`
}

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  if (args.length > 1 || args.some((arg) => arg !== "--dry-run")) {
    process.stdout.write(usage)
    return args.includes("--help") || args.includes("-h") ? 0 : 2
  }
  try {
    console.log(await run(args.includes("--dry-run")))
    return 0
  } catch (error) {
    console.error(`npm run version:next: ${explain(error)}`)
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv.slice(2))
