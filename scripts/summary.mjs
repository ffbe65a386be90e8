// @ts-check
// Turns vitest's JSON report into the verdict: counts, problems, a table of engines, and the closing line. Pure.

/**
 * @typedef {object} Test one test of the report
 * @property {ReadonlyArray<string>} ancestorTitles
 * @property {string} fullName
 * @property {string} status `passed`, `failed`, `skipped`, `pending` or `todo`
 * @property {ReadonlyArray<string>} [failureMessages] of every attempt: a test that passed with some needed a second one
 *
 * @typedef {object} Report what vitest's `json` reporter writes, as far as it is read here
 * @property {ReadonlyArray<{ readonly name: string, readonly status: string, readonly assertionResults: ReadonlyArray<Test> }>} testResults
 *
 * @typedef {{ readonly url: string, readonly description: string } | { readonly skipped: string }} ServerState
 * @typedef {Readonly<Record<string, ServerState>>} Servers what scripts/engines found
 *
 * @typedef {object} Run
 * @property {Report | undefined} report undefined when vitest wrote none
 * @property {number} exitCode vitest's
 * @property {Servers} servers
 * @property {boolean} ci
 *
 * @typedef {object} Verdict
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {Readonly<Record<string, number>>} engines tests run on each engine
 * @property {ReadonlyArray<string>} problems what is wrong besides failed tests; each counts as one failure
 * @property {ReadonlyArray<string>} skippedNames
 * @property {ReadonlyArray<string>} secondAttempts the tests that passed only then: name, and why the first attempt failed
 */

export const engineNames = /** @type {const} */ (["sqlite", "postgres", "mysql"])

/** How many tests of a run may need a second attempt; with more, the run fails. */
export const maxSecondAttempts = 3

const neededSecondAttempt = (/** @type {Test} */ test) =>
  test.status === "passed" && (test.failureMessages ?? []).length > 0

const ran = (/** @type {Test} */ test) => test.status === "passed" || test.status === "failed"

/** A test ran on an engine when a `describe` around it is named `… [engine]`, as `describeEngines` does. */
const isOn = (/** @type {string} */ engine) => (/** @type {Test} */ test) =>
  test.ancestorTitles.some((title) => title.endsWith(`[${engine}]`))

/** A file that failed as a whole (it does not load, a hook throws) without a failed test. */
const brokenFiles = (/** @type {Report} */ report) =>
  report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  )

/** @param {Pick<Run, "report" | "exitCode">} run @param {ReadonlyArray<Test>} tests */
const crashes = ({ report, exitCode }, tests) => {
  if (report === undefined) return [`vitest wrote no report (it exited with ${exitCode})`]
  const broken = brokenFiles(report).map((file) => `${file.name} failed outside its tests`)
  if (broken.length > 0) return broken
  if (exitCode !== 0 && !tests.some((test) => test.status === "failed")) {
    return [`vitest exited with ${exitCode} though no test failed: an unhandled error`]
  }
  return []
}

/** What no package registry has: a test that needs it says so, and may be skipped in CI, too. */
const needsCitus = (/** @type {Test} */ test) => test.fullName.includes("(skipped: CONSENT_TEST_CITUS_URL ")

/** @param {number} skipped - without those that may be @param {Verdict["engines"]} engines */
const missingInCI = (skipped, engines) => [
  ...(skipped > 0 ? [`CI runs every test, but ${skipped} were skipped`] : []),
  ...engineNames
    .filter((engine) => engines[engine] === 0)
    .map((engine) => `CI tests every engine, but no test ran on ${engine}`),
]

/** @param {ReadonlyArray<Test>} tests */
const tooManySecondAttempts = (tests) => {
  const count = tests.filter(neededSecondAttempt).length
  if (count <= maxSecondAttempts) return []
  return [`${count} tests needed a second attempt; at most ${maxSecondAttempts} may`]
}

/** @param {Run} run @returns {Verdict} */
export const judge = (run) => {
  const tests = (run.report?.testResults ?? []).flatMap((file) => file.assertionResults)
  const count = (/** @type {(test: Test) => boolean} */ keep) => tests.filter(keep).length
  const engines = Object.fromEntries(
    engineNames.map((engine) => [engine, tests.filter(ran).filter(isOn(engine)).length]),
  )
  const skipped = count((test) => !ran(test))
  const problems = [
    ...crashes(run, tests),
    ...(tests.some(ran) ? [] : ["no test ran"]),
    ...(run.ci
      ? missingInCI(
          count((test) => !ran(test) && !needsCitus(test)),
          engines,
        )
      : []),
    ...tooManySecondAttempts(tests),
  ]
  return {
    passed: count((test) => test.status === "passed"),
    failed: count((test) => test.status === "failed") + problems.length,
    skipped,
    engines,
    problems,
    skippedNames: tests.filter((test) => !ran(test)).map((test) => test.fullName),
    secondAttempts: tests
      .filter(neededSecondAttempt)
      .map(({ failureMessages: [first = ""] = [], fullName }) => `${fullName}: ${first.split("\n", 1)[0]}`),
  }
}

/** @param {{ readonly passed: number, readonly failed: number, readonly skipped: number }} verdict */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

const where = (/** @type {string} */ engine, /** @type {Servers} */ servers) => {
  if (engine === "sqlite") return "in the test's process (better-sqlite3)"
  const state = servers[engine]
  if (state === undefined) return "unknown"
  return "skipped" in state ? `skipped: ${state.skipped}` : state.description
}

/** Which engine ran where, and how many tests: one aligned line each. @param {Verdict} verdict @param {Servers} servers */
export const engineTable = (verdict, servers) => {
  const rows = engineNames.map((engine) => [engine, where(engine, servers), `${verdict.engines[engine]} tests`])
  const width = (/** @type {number} */ column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const [first, second, third] = [width(0), width(1), width(2)]
  return rows
    .map(([a = "", b = "", c = ""]) => `${a.padEnd(first)}  ${b.padEnd(second)}  ${c.padStart(third)}`)
    .join("\n")
}
