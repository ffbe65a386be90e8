// @ts-check
// `npm test`: installs, runs the gates in order, then the tests. The last line is always `N passed, M failed`.
import { existsSync, readFileSync, rmSync } from "node:fs"
import { runConsumer } from "../consumer/main.mjs"
import { countsOf, verdictLine } from "../consumer/suite.mjs"
import { bundleCommand } from "./bundled-command.mjs"
import { gates } from "./gates.mjs"
import { closingLine, engineTable, judge } from "./summary.mjs"
import {
  build,
  explain,
  forwardSignalsToSteps,
  fromRoot,
  install,
  isCI,
  requireNode,
  run,
  step,
  StepFailed,
  stopSteps,
} from "./workspace.mjs"

const suites = ["vitest", "consumer"]

const ids = [...new Set(gates.map(({ id }) => id)), ...suites]

const usage = `Usage: npm test [-- [--only GATE] [-- VITEST ARGUMENTS]]

Installs what is missing, runs the gates in order and stops at the first that fails:
${gates.map(({ id, title }) => `  ${id.padEnd(11)} ${title}`).join("\n")}
  ${"vitest".padEnd(11)} the tests, on SQLite, PostgreSQL and MySQL or MariaDB; long ones in a short form (npm run torture runs the full ones)
  ${"consumer".padEnd(11)} the packed packages in projects outside the workspace, in the short form of npm run consumer

The last line is "N passed, M failed", with ", K skipped" when tests were skipped.

Options:
  --only GATE   only this gate (and the build it needs); only vitest and consumer have a closing count
  -h, --help    print this and exit

Environment:
  CI=true                     a skipped test (but one for Citus), or an engine without a test, fails the run; a test that needs
                              real time, sockets, a browser or servers gets a second attempt, which at most 3 tests may need
  CONSENT_TEST_POSTGRES_URL   a PostgreSQL server to use; default: the local one, else an embedded one
  CONSENT_TEST_MYSQL_URL      a MySQL or MariaDB server to use; default: the local one, else a private one
  CONSENT_TEST_NO_LOCAL=1     leave this machine's own servers alone

Example: npm test -- --only vitest -- packages/core
`

/** @param {ReadonlyArray<string>} argv @returns {{ help: boolean, only: string | undefined, vitestArgs: ReadonlyArray<string> }} */
const parseArguments = (argv) => {
  const split = argv.indexOf("--")
  const own = split === -1 ? argv : argv.slice(0, split)
  const vitestArgs = split === -1 ? [] : argv.slice(split + 1)
  if (own.includes("--help") || own.includes("-h")) return { help: true, only: undefined, vitestArgs }
  if (own.length === 0) return { help: false, only: undefined, vitestArgs }
  const [name, value, ...rest] = own.flatMap((arg) => (arg.startsWith("--only=") ? ["--only", arg.slice(7)] : [arg]))
  if (name !== "--only") throw new StepFailed(`unknown argument ${name}; arguments for vitest go after another --`)
  if (value === undefined || !ids.includes(value)) throw new StepFailed(`--only takes one of ${ids.join(", ")}`)
  if (rest.length > 0) throw new StepFailed(`unknown argument ${rest[0]}`)
  return { help: false, only: value, vitestArgs }
}

const reportFile = fromRoot(".test-report.json")
const serversFile = fromRoot("node_modules/.cs-engines.json")

/** @param {string} file @returns {any} what another program wrote there, or undefined when it did not come to that */
const readJson = (file) => {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    // Truncated: treated as absent.
    return undefined
  }
}

/** @param {ReadonlyArray<string>} extra */
const runVitest = async (extra) => {
  for (const file of [reportFile, serversFile]) rmSync(file, { force: true })
  const guard = `--reporter=${fromRoot("scripts/stack-guard.mjs")}`
  const reporters = [guard, "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`]
  const { code, output } = await run(
    process.execPath,
    [fromRoot("node_modules/vitest/vitest.mjs"), "run", ...reporters, ...extra],
    { env: { ...process.env, CONSENT_TEST_ENGINES_REPORT: serversFile, CONSENT_TEST_COMMAND: await bundleCommand() } },
  )
  const servers = readJson(serversFile) ?? {}
  const verdict = judge({ report: readJson(reportFile), exitCode: code, servers, ci: isCI(process.env) })
  return { verdict, servers, output }
}

const list = (/** @type {string} */ title, /** @type {ReadonlyArray<string>} */ lines) => {
  if (lines.length === 0) return
  console.log(`\n${title}`)
  for (const line of lines.slice(0, 20)) console.log(`  ${line}`)
  if (lines.length > 20) console.log(`  … and ${lines.length - 20} more`)
}

/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Counts */

/** @param {ReadonlyArray<string>} extra @returns {Promise<Counts>} */
const testAndReport = async (extra) => {
  const title = "tests (vitest)"
  const { verdict, servers, output } = await step(
    title,
    () => runVitest(extra),
    (result) => result.verdict.failed === 0,
  )
  if (verdict.failed > 0) process.stdout.write(`${output.trimEnd()}\n`)
  list("Skipped:", verdict.skippedNames)
  list("Needed a second attempt:", verdict.secondAttempts)
  list("Wrong:", verdict.problems)
  console.log(`\n${engineTable(verdict, servers)}\n`)
  return verdict
}

/** The consumer suite on this checkout as it is built. @returns {Promise<Counts>} */
const consumeAndReport = async () => {
  const verdicts = await step(
    "packages as users install them",
    () => runConsumer({ built: true, full: false, keep: false }, () => {}),
    (all) => countsOf(all).failed === 0,
  )
  for (const verdict of verdicts.filter(({ problem }) => problem !== null)) console.log(verdictLine(verdict))
  return countsOf(verdicts)
}

/**
 * @param {string | undefined} only
 * @param {ReadonlyArray<string>} vitestArgs
 * @param {ReadonlyArray<Begun>} begun gates that go on alongside the tests
 * @returns {Promise<number>} the exit code
 */
const runSuites = async (only, vitestArgs, begun) => {
  const none = { passed: 0, failed: 0, skipped: 0 }
  const tests = only === "consumer" ? none : await testAndReport(vitestArgs)
  await settle(begun, "tests")
  // Arguments select tests: the other suites are not requested.
  const consumer = only === "vitest" || vitestArgs.length > 0 ? none : await consumeAndReport()
  const failed = tests.failed + consumer.failed
  const skipped = tests.skipped + consumer.skipped
  console.log(closingLine({ passed: tests.passed + consumer.passed, failed, skipped }))
  return failed > 0 ? 1 : 0
}

/** @typedef {{ readonly title: string, readonly alongside: import("./gates.mjs").Alongside, readonly done: Promise<unknown> }} Begun */

/**
 * Awaits gates that were begun, and reports them.
 *
 * @param {ReadonlyArray<Begun>} begun
 * @param {import("./gates.mjs").Alongside} alongside those that end here
 * @returns {Promise<ReadonlyArray<Begun>>} the others
 */
const settle = async (begun, alongside) => {
  for (const gate of begun) if (gate.alongside === alongside) await step(gate.title, () => gate.done)
  return begun.filter((gate) => gate.alongside !== alongside)
}

/** @param {string | undefined} only @returns {Promise<ReadonlyArray<Begun>>} those that go on alongside the tests */
const runGates = async (only) => {
  const chosen = gates.filter(({ id }) => only === undefined || id === only)
  const buildsItself = chosen.some(({ alongside }) => alongside === "what it builds")
  const needsBuild = (only !== undefined && suites.includes(only)) || chosen.some((gate) => gate.needsBuild)
  if (needsBuild && !buildsItself) await step("building", () => build([]))
  /** @type {ReadonlyArray<Begun>} */
  let begun = []
  for (const { alongside, check, needsBuild: importsBuilt, title } of chosen) {
    if (importsBuilt) begun = await settle(begun, "what it builds")
    if (alongside === undefined) {
      await step(title, check)
      continue
    }
    const done = check()
    // Reported where it is awaited.
    done.catch(() => {})
    begun = [...begun, { title, alongside, done }]
  }
  return settle(await settle(begun, "what it builds"), "gates")
}

/** With CI set, many programs print colors even into a file; kept output is printed without colors unless it goes to a terminal. */
const printPlainly = () => {
  if (process.stdout.isTTY) return
  delete process.env["FORCE_COLOR"]
  process.env["NO_COLOR"] = "1"
}

/** @param {ReadonlyArray<string>} argv */
const main = async (argv) => {
  requireNode()
  const { help, only, vitestArgs } = parseArguments(argv)
  if (help) {
    process.stdout.write(usage)
    return 0
  }
  printPlainly()
  forwardSignalsToSteps()
  try {
    await install()
    const begun = await runGates(only)
    if (only === undefined || suites.includes(only)) return await runSuites(only, vitestArgs, begun)
    await settle(begun, "tests")
    return 0
  } catch (error) {
    stopSteps()
    console.log(`npm test: ${explain(error)}\n`)
    console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }))
    return 1
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(`npm test: ${explain(error)}`)
  process.exitCode = 2
}
