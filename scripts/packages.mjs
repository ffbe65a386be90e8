// @ts-check
// The publishing gate: packs every package and checks the tarballs.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { packedProblems } from "./manifest.mjs"
import { metadataProblems, readManifest } from "./metadata.mjs"
import { packedPackages } from "./pack.mjs"
import { mustRun, runInstalled, StepFailed } from "./workspace.mjs"

/** @typedef {Readonly<Record<string, unknown>>} Exports */

/** @param {string} pattern such as `./internal/*` @param {string} subpath */
const matches = (pattern, subpath) => {
  const [before = "", after] = pattern.split("*")
  return after === undefined ? pattern === subpath : subpath.startsWith(before) && subpath.endsWith(after)
}

/**
 * The subpaths that an export of `./*` makes public, which attw does not find by itself; those set to null stay private.
 *
 * @param {Exports} exports
 * @param {ReadonlyArray<string>} files
 */
export const wildcardSubpaths = (exports, files) => {
  if (exports["./*"] === undefined) return []
  const closed = Object.keys(exports).filter((pattern) => exports[pattern] === null)
  return files
    .filter((file) => /^dist\/.+\.js$/.test(file))
    .map((file) => file.replace(/^dist\/(.+)\.js$/, "./$1"))
    .filter((subpath) => !closed.some((pattern) => matches(pattern, subpath)))
}

/** Files that only tests use, by this workspace's naming. @param {ReadonlyArray<string>} files */
export const testFiles = (files) => files.filter((file) => /\.test\.|\.tsbuildinfo$|^(src|dist)\/testing\//.test(file))

/**
 * Files that a package lists (`files` of its package.json, patterns aside) and does not contain: npm skips missing files
 * silently, such as a folder that was not built.
 *
 * @param {ReadonlyArray<string>} declared
 * @param {ReadonlyArray<string>} files
 */
export const missingFiles = (declared, files) =>
  declared
    .filter((name) => !/[!*]/.test(name))
    .filter((name) => !files.some((file) => file === name || file.startsWith(`${name}/`)))

/** The names of the files in a tarball, below its `package/` folder. @param {string} tarball */
const filesIn = async (tarball) => {
  const list = await mustRun("tar", ["-tzf", tarball])
  return list.split("\n").map((line) => line.replace(/^package\//, ""))
}

/**
 * Files in a tarball that the package's `files` does not list.
 *
 * @param {ReadonlyArray<string>} declared
 * @param {ReadonlyArray<string>} files
 */
export const undeclaredFiles = (declared, files) =>
  files
    .filter((file) => file !== "" && file !== "package.json")
    .filter((file) => !declared.some((name) => file === name || file.startsWith(`${name}/`)))

/** @param {string} tarball @returns {Promise<Readonly<Record<string, unknown>>>} */
const manifestOf = async (tarball) => JSON.parse(await mustRun("tar", ["-xzOf", tarball, "package/package.json"]))

/** @param {string} tarball */
const checkTarball = async (tarball) => {
  const files = await filesIn(tarball)
  const manifest = await manifestOf(tarball)
  const exports = /** @type {Exports} */ (manifest["exports"] ?? {})
  const declared = /** @type {ReadonlyArray<string>} */ (manifest["files"] ?? [])
  const root = readManifest("package.json")
  const folder = `packages/${String(manifest["name"])
    .replace(/^@consent-service\//, "")
    .replace(/^consent-service$/, "service")}`
  const problems = [...packedProblems(manifest), ...metadataProblems(root, folder, manifest)]
  if (problems.length > 0) throw new StepFailed(`${tarball} cannot be published`, problems.join("\n"))
  const undeclared = undeclaredFiles(declared, files)
  if (undeclared.length > 0) throw new StepFailed(`${tarball} would publish more than its files`, undeclared.join("\n"))
  const tests = testFiles(files)
  if (tests.length > 0) throw new StepFailed(`${tarball} would publish tests`, tests.join("\n"))
  const missing = missingFiles(declared, files)
  if (missing.length > 0) throw new StepFailed(`${tarball} would be published incomplete`, missing.join("\n"))
  await runInstalled("publint/src/cli.js", ["run", tarball, "--strict"])
  const subpaths = wildcardSubpaths(exports, files)
  const include = subpaths.length > 0 ? ["--include-entrypoints", ...subpaths] : []
  const format = ["--no-emoji", "--no-color", "--format", "ascii"]
  await runInstalled("@arethetypeswrong/cli/dist/index.js", [tarball, "--profile", "esm-only", ...format, ...include])
}

/** Packed once with the tool that publishes: the tarballs that users get, with `workspace:` and `catalog:` replaced. */
export const checkPackages = async () => {
  const folder = await packedPackages()
  const tarballs = readdirSync(folder).sort()
  if (tarballs.length === 0) throw new StepFailed("no package was packed")
  for (const tarball of tarballs) await checkTarball(join(folder, tarball))
}
