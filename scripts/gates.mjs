// @ts-check
// The checks before the tests, in order: each gate is a name, a title and what it runs.
import { readFileSync } from "node:fs"
import { checkFolders } from "./folders.mjs"
import { checkPackages } from "./packages.mjs"
import { checkReferences } from "./references.mjs"
import { checkWords } from "./words.mjs"
import { build, fromRoot, mustRun, runInstalled, StepFailed } from "./workspace.mjs"

/**
 * A long gate that uses one core starts at its place in the list and runs alongside what comes after it: up to the first gate
 * that imports what it builds, the last gate, or the end of the tests.
 *
 * @typedef {"what it builds" | "gates" | "tests"} Alongside
 * @typedef {{ readonly id: string, readonly title: string, readonly needsBuild: boolean, readonly alongside?: Alongside, readonly check: () => Promise<unknown> }} Gate
 */

/** Every project of the root tsconfig.json, as the path of its config file. */
const projects = () => {
  const { references } = JSON.parse(readFileSync(fromRoot("tsconfig.json"), "utf8"))
  return /** @type {ReadonlyArray<{ path: string }>} */ (references).map(({ path }) =>
    path.endsWith(".json") ? path : `${path}/tsconfig.json`,
  )
}

/** All tests of packages and examples, as one program, because most of a compiler's time is startup. */
const tests = "tsconfig.tests.json"

/** The projects that the others and the tests import as they are built. */
const libraries = () => projects().filter((path) => /^(packages|scripts\/engines)\//.test(path))

/** The tooling is plain TypeScript; only packages and examples use Effect, and browser code may not. */
const effectProjects = () => [
  ...projects().filter(
    (path) => /^(packages|examples)\//.test(path) && !/^packages\/(browser|react|vue|svelte)\//.test(path),
  ),
  tests,
]

const checkOthers = () => runInstalled("typescript/bin/tsc", ["-b", "tsconfig.json", tests])

const checkEffect = () => mustRun(process.execPath, [fromRoot("scripts/effect-diagnostics.mjs"), ...effectProjects()])

const checkFormat = async () => {
  try {
    await runInstalled("@biomejs/biome/bin/biome", ["format", ".", "--reporter=summary"])
  } catch (error) {
    if (error instanceof StepFailed) throw new StepFailed("`npm run format` formats the files above", error.output)
    throw error
  }
}

const checkBoundaries = async () => {
  await runInstalled("dependency-cruiser/bin/dependency-cruise.mjs", [
    "--config",
    ".dependency-cruiser.cjs",
    "packages",
    "examples",
  ])
  await checkFolders()
}

/** The gates in the order they run; vitest comes after them. @type {ReadonlyArray<Gate>} */
export const gates = [
  {
    id: "types",
    title: "types of packages (tsc -b)",
    needsBuild: false,
    alongside: "what it builds",
    check: () => build(libraries()),
  },
  {
    id: "lint",
    title: "lint (oxlint)",
    needsBuild: false,
    check: () => runInstalled("oxlint/bin/oxlint", ["--deny-warnings"]),
  },
  { id: "format", title: "format (biome)", needsBuild: false, check: checkFormat },
  { id: "references", title: "references (documents that exist)", needsBuild: false, check: checkReferences },
  { id: "words", title: "words (plain technical English)", needsBuild: false, check: () => checkWords() },
  { id: "types", title: "types of all else (tsc -b)", needsBuild: true, alongside: "gates", check: checkOthers },
  { id: "effect", title: "effect diagnostics", needsBuild: true, alongside: "tests", check: checkEffect },
  { id: "boundaries", title: "boundaries (dependency-cruiser, folders)", needsBuild: true, check: checkBoundaries },
  { id: "packages", title: "packages (publint, attw)", needsBuild: true, check: checkPackages },
]
