// @ts-check
// The origin fields of the packages: `repository`, `homepage` and `bugs`, all derived from the root package.json.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { explain, fromRoot, StepFailed } from "./workspace.mjs"

const usage = `Usage: node scripts/metadata.mjs [--write]

Compares "repository", "homepage" and "bugs" of every public package with the "repository" of the root package.json, the one
place where the public address is written; without one there, the packages have none.

Options:
  --write     writes them into packages/*/package.json
  -h, --help  print this and exit
`

/** @typedef {Readonly<Record<string, unknown>>} Json */

/** The address that a package.json names in `repository`, without what git adds to it. @param {Json} manifest */
export const repositoryOf = (manifest) => {
  const { repository } = manifest
  const url = typeof repository === "object" && repository !== null && "url" in repository ? repository.url : repository
  return typeof url === "string" && url !== "" ? url.replace(/^git\+/, "").replace(/\.git$/, "") : null
}

/** The one line for a release without an address. */
export const noAddress =
  'no public address: write "repository": "https://HOST/OWNER/NAME" into the root package.json, run node scripts/metadata.mjs --write, and commit'

/**
 * The origin fields of the package in a folder; empty where no address is known.
 *
 * @param {Json} root the root package.json
 * @param {string} folder such as `packages/core`
 * @returns {Json}
 */
export const metadataOf = (root, folder) => {
  const address = repositoryOf(root)
  if (address === null) return {}
  return {
    repository: { type: "git", url: `git+${address}.git`, directory: folder },
    homepage: typeof root["homepage"] === "string" ? root["homepage"] : `${address}#readme`,
    bugs: { url: `${address}/issues` },
  }
}

const fields = ["repository", "homepage", "bugs"]

/** One line for each field that is not what the root package.json makes it. @param {Json} root @param {string} folder @param {Json} manifest */
export const metadataProblems = (root, folder, manifest) => {
  const wanted = metadataOf(root, folder)
  return fields
    .filter((field) => JSON.stringify(manifest[field]) !== JSON.stringify(wanted[field]))
    .map(
      (field) => `${field} of ${folder} is not that of the root package.json; run: node scripts/metadata.mjs --write`,
    )
}

/** @param {string} path relative to the root @returns {Json} */
export const readManifest = (path) => JSON.parse(readFileSync(fromRoot(path), "utf8"))

/** The manifest with its origin after the license, where readers look for it. @param {Json} manifest @param {Json} metadata */
export const withMetadata = (manifest, metadata) => {
  const others = Object.entries(manifest).filter(([name]) => !fields.includes(name))
  return Object.fromEntries(
    others.flatMap((entry) => (entry[0] === "license" ? [entry, ...Object.entries(metadata)] : [entry])),
  )
}

/** @param {boolean} write */
const run = (write) => {
  const root = readManifest("package.json")
  const folders = readdirSync(fromRoot("packages")).map((name) => `packages/${name}`)
  for (const folder of write ? folders : []) {
    const file = `${folder}/package.json`
    const manifest = withMetadata(readManifest(file), metadataOf(root, folder))
    writeFileSync(fromRoot(file), `${JSON.stringify(manifest, null, 2)}\n`)
  }
  const problems = folders.flatMap((folder) => metadataProblems(root, folder, readManifest(`${folder}/package.json`)))
  if (problems.length > 0) throw new StepFailed(problems.join("\n"))
}

/** @param {ReadonlyArray<string>} args */
const main = (args) => {
  if (args.length > 1 || args.some((arg) => arg !== "--write")) {
    process.stdout.write(usage)
    return args.includes("--help") || args.includes("-h") ? 0 : 2
  }
  try {
    run(args.includes("--write"))
    return 0
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2))
