// @ts-check
// `npm run torture`: the full form of what `npm test` runs in its short one. The last line is always `N passed, M failed`.
import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join, sep } from "node:path"
import { parseArgs } from "node:util"
import { bundleCommand } from "./bundled-command.mjs"
import { closingLine, judge } from "./summary.mjs"
import { losses, readResults, resultsTable, skippedSuites } from "./torture-results.mjs"
import {
  build,
  explain,
  fromRoot,
  install,
  requireNode,
  root,
  step,
  StepFailed,
  testsOfFullForm,
} from "./workspace.mjs"

const usage = `Usage: npm run torture [-- [OPTIONS] [FILE ...]]

Builds, then runs
  forms        the tests that do less in npm test, in their full form: kills, races, fuzzed requests, all engines
  properties   the properties and the port laws, in rounds, each with a fresh seed

FILE keeps only the test files whose path contains it.

Options:
  --only PART    only forms or only properties
  --rounds N     how often properties run; 10 by default
  -h, --help     print this and exit

Environment:
  CONSENT_TORTURE_SEED=N     begin with this seed, to decide the same again; otherwise one is drawn and printed
  CONSENT_TORTURE_CYCLES=N   how often the kill tests kill
  CONSENT_TORTURE_SOAK_SECONDS=N   how long the soak takes on each engine; 3600 by default

At the end there is a table of what the suites did to the service, and of the saves that were lost, altered or doubled.
A suite that was skipped has a row with the reason.
The last line is "N passed, M failed", with ", K skipped" when tests were skipped.

Example: npm run torture -- torture/src/Kill.test.ts
`

/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Counts */

/** @param {string | undefined} text @param {string} name @param {number} fallback */
const wholeNumber = (text, name, fallback) => {
  if (text === undefined || text === "") return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new StepFailed(`${name} takes a whole number, not "${text}"`)
  return value
}

/** @param {ReadonlyArray<string>} args */
const split = (args) => {
  try {
    return parseArgs({
      args: [...args],
      options: { only: { type: "string" }, rounds: { type: "string" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new StepFailed(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

/** @param {ReadonlyArray<string>} argv */
const parseArguments = (argv) => {
  const { positionals, values } = split(argv)
  const { help = false, only, rounds } = values
  if (only !== undefined && !["forms", "properties"].includes(only)) {
    throw new StepFailed(`--only takes forms or properties, not "${only}"`)
  }
  return { help, only, rounds: wholeNumber(rounds, "--rounds", 10), files: positionals }
}

/** Every test file, by its path from the root. */
const testFiles = () =>
  ["packages", "examples", "torture", "e2e"].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: "utf8" })
      .map((path) => join(folder, path).split(sep).join("/"))
      .filter((path) => path.endsWith(".test.ts") && !/\/(node_modules|dist|\.tsbuild)\//.test(path)),
  )

/** The imports and variables of test files that have a full form. */
const hasFullForm =
  /"@consent-service\/test-engines\/(form|fuzz-suite)"|describeAboveStores|env\["CONSENT_TORTURE_LONG"\]/

/** What a test file of properties or of port laws contains. */
const hasProperties = /FastCheck|\.prop\(|@consent-service\/testkit\/\w*Laws/

const contentOf = (/** @type {string} */ path) => readFileSync(fromRoot(path), "utf8")
const isForm = (/** @type {string} */ path) =>
  path.startsWith("torture/") || testsOfFullForm.includes(path) || hasFullForm.test(contentOf(path))
const isProperty = (/** @type {string} */ path) =>
  !testsOfFullForm.includes(path) && hasProperties.test(contentOf(path))

/** @param {(path: string) => boolean} keep @param {ReadonlyArray<string>} parts of the paths to keep; empty for all */
const filesWith = (keep, parts) =>
  testFiles()
    .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))
    .filter(keep)

/**
 * Runs test files and shows what they print.
 *
 * @param {ReadonlyArray<string>} files
 * @param {Readonly<Record<string, string>>} env
 * @param {ReadonlyArray<string>} flags of vitest
 * @returns {Promise<Counts>}
 */
const runVitest = async (files, env, flags = []) => {
  const folder = mkdtempSync(join(tmpdir(), "cs-torture-"))
  const reportFile = join(folder, "report.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`]
  // A single failure is a finding here, so nothing is retried.
  const args = [fromRoot("node_modules/vitest/vitest.mjs"), "run", "--retry=0", ...flags, ...reporters, ...files]
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" })
  const exitCode = await new Promise((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))),
  )
  try {
    const report = JSON.parse(readFileSync(reportFile, "utf8"))
    const { CONSENT_TORTURE_RESULTS: resultsFile } = env
    if (resultsFile !== undefined) {
      for (const row of skippedSuites(report)) appendFileSync(resultsFile, `${JSON.stringify(row)}\n`)
    }
    return judge({ report, exitCode, servers: {}, ci: false })
  } catch {
    return judge({ report: undefined, exitCode, servers: {}, ci: false })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {Counts} a @param {Counts} b @returns {Counts} */
const sum = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped })

/** @param {ReturnType<typeof parseArguments>} chosen @param {string} resultsFile @returns {Promise<Counts>} */
const torture = async ({ files, only, rounds }, resultsFile) => {
  const seed = wholeNumber(process.env["CONSENT_TORTURE_SEED"], "CONSENT_TORTURE_SEED", randomInt(2 ** 31))
  const forms = only === "properties" ? [] : filesWith(isForm, files)
  const properties = only === "forms" ? [] : filesWith(isProperty, files)
  if (forms.length + properties.length === 0) {
    throw new StepFailed(`no test file with a full form or a property has ${files.join(" or ")} in its path`)
  }
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0 }
  if (forms.length > 0) {
    console.log(`\nfull forms: ${forms.length} files, seed ${seed}`)
    const env = { CONSENT_TORTURE_LONG: "1", CONSENT_TORTURE_RESULTS: resultsFile, CONSENT_TORTURE_SEED: String(seed) }
    // What a server under load has to keep to is in seconds, which another server on the same cores would take from it.
    const alone = forms.filter((path) => path.startsWith("torture/"))
    const others = forms.filter((path) => !path.startsWith("torture/"))
    if (others.length > 0) counts = sum(counts, await runVitest(others, env))
    if (alone.length > 0) counts = sum(counts, await runVitest(alone, env, ["--no-file-parallelism"]))
  }
  for (let round = 0; round < rounds && properties.length > 0; round += 1) {
    console.log(`\nproperties, round ${round + 1} of ${rounds}: ${properties.length} files, seed ${seed + round}`)
    counts = sum(counts, await runVitest(properties, { CONSENT_TORTURE_SEED: String(seed + round) }))
    console.log(`so far: ${closingLine(counts)}`)
  }
  return counts
}

/** Runs, then prints the table; a loss that no test failed for counts as a failure. @param {ReturnType<typeof parseArguments>} chosen */
const tortureAndTell = async (chosen) => {
  const folder = mkdtempSync(join(tmpdir(), "cs-torture-results-"))
  try {
    const file = join(folder, "results.jsonl")
    writeFileSync(file, "")
    const counts = await torture(chosen, file)
    const results = readResults(readFileSync(file, "utf8"))
    if (results.length > 0) console.log(`\n${resultsTable(results)}\n`)
    const isUnnoticed = losses(results) > 0 && counts.failed === 0
    return isUnnoticed ? { ...counts, failed: 1 } : counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {ReadonlyArray<string>} argv @returns {Promise<number>} the exit code */
const main = async (argv) => {
  requireNode()
  try {
    const chosen = parseArguments(argv)
    if (chosen.help) {
      process.stdout.write(usage)
      return 0
    }
    await install()
    await step("building", async () => {
      await build([])
      process.env["CONSENT_TEST_COMMAND"] = await bundleCommand()
    })
    const counts = await tortureAndTell(chosen)
    console.log(closingLine(counts))
    return counts.failed > 0 ? 1 : 0
  } catch (error) {
    console.log(`npm run torture: ${explain(error)}\n`)
    console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }))
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
