import { assert, describe, it } from "vitest"
import { closingLine, engineTable, judge, maxSecondAttempts } from "./summary.mjs"

const test = (status: string, describeName = "a describe", fullName = "a test") => ({
  ancestorTitles: [describeName],
  fullName,
  status,
})

const file = (...assertionResults: ReadonlyArray<ReturnType<typeof test>>) => ({
  name: "a.test.ts",
  status: assertionResults.some(({ status }) => status === "failed") ? "failed" : "passed",
  assertionResults,
})

const servers = {
  postgres: { url: "postgres://x", description: "local server 127.0.0.1:5432 (PostgreSQL 15.19)" },
  mysql: { skipped: "not installed" },
}

const everyEngine = [
  test("passed", "Ledger [sqlite]"),
  test("passed", "Ledger [postgres]"),
  test("passed", "Ledger [mysql]"),
]

const judged = (
  tests: ReadonlyArray<ReturnType<typeof test>>,
  options: { readonly exitCode?: number; readonly ci?: boolean } = {},
) => judge({ report: { testResults: [file(...tests)] }, exitCode: 0, ci: false, servers, ...options })

describe("judge", () => {
  it("counts what vitest reports", () => {
    const verdict = judged([test("passed"), test("passed"), test("failed"), test("skipped"), test("todo")], {
      exitCode: 1,
    })
    assert.strictEqual(closingLine(verdict), "2 passed, 1 failed, 2 skipped")
    assert.deepEqual(verdict.problems, [])
  })

  it("leaves skipped out of the line when there is none", () =>
    assert.strictEqual(closingLine(judged([test("passed")])), "1 passed, 0 failed"))

  it("fails when no test ran", () => {
    assert.strictEqual(closingLine(judged([])), "0 passed, 1 failed")
    assert.strictEqual(closingLine(judged([test("skipped")])), "0 passed, 1 failed, 1 skipped")
  })

  it("fails when vitest wrote no report", () => {
    const verdict = judge({ report: undefined, exitCode: 1, servers: {}, ci: false })
    assert.strictEqual(verdict.passed, 0)
    assert.include(verdict.problems[0], "no report")
  })

  it("fails on an unhandled error, which the report does not show", () => {
    const verdict = judged([test("passed")], { exitCode: 1 })
    assert.strictEqual(closingLine(verdict), "1 passed, 1 failed")
    assert.include(verdict.problems[0], "unhandled error")
  })

  it("fails on a file that did not load", () => {
    const broken = { name: "broken.test.ts", status: "failed", assertionResults: [] }
    const report = { testResults: [file(test("passed")), broken] }
    const verdict = judge({ report, exitCode: 1, servers, ci: false })
    assert.strictEqual(closingLine(verdict), "1 passed, 1 failed")
    assert.deepEqual(verdict.problems, ["broken.test.ts failed outside its tests"])
  })

  it("counts tests by the engine their describe names, at any position", () => {
    const nested = { ...test("failed"), ancestorTitles: ["Ledger [mysql]", "saves"] }
    const verdict = judged([...everyEngine, nested, test("skipped", "Ledger [mysql]")], { exitCode: 1 })
    assert.deepEqual(verdict.engines, { sqlite: 1, postgres: 1, mysql: 2 })
  })
})

describe("judge and second attempts", () => {
  const flaky = (fullName: string) => ({
    ...test("passed", "a describe", fullName),
    failureMessages: ["Error: the port was taken\n    at somewhere", "Error: of a hook"],
  })

  it("counts a test once, and names it and why it failed before", () => {
    const verdict = judged([test("passed"), flaky("a flaky test")])
    assert.strictEqual(closingLine(verdict), "2 passed, 0 failed")
    assert.deepEqual(verdict.secondAttempts, ["a flaky test: Error: the port was taken"])
  })

  it("counts a test that failed twice as failed, once", () => {
    const failed = { ...flaky("a broken test"), status: "failed" }
    const verdict = judged([test("passed"), failed], { exitCode: 1 })
    assert.strictEqual(closingLine(verdict), "1 passed, 1 failed")
    assert.deepEqual(verdict.secondAttempts, [])
  })

  it("fails the run when more tests than a few needed one", () => {
    const few = Array.from({ length: maxSecondAttempts }, (_, index) => flaky(`test ${index}`))
    assert.strictEqual(closingLine(judged(few)), "3 passed, 0 failed")
    const verdict = judged([...few, flaky("one more")])
    assert.strictEqual(closingLine(verdict), "4 passed, 1 failed")
    assert.deepEqual(verdict.problems, ["4 tests needed a second attempt; at most 3 may"])
  })
})

describe("judge in CI", () => {
  it("passes when every engine was tested", () =>
    assert.strictEqual(closingLine(judged(everyEngine, { ci: true })), "3 passed, 0 failed"))

  it("fails for each engine without a test", () => {
    const verdict = judged([test("passed", "Ledger [sqlite]"), test("passed", "a title with [mysql] inside")], {
      ci: true,
    })
    assert.deepEqual(verdict.problems, [
      "CI tests every engine, but no test ran on postgres",
      "CI tests every engine, but no test ran on mysql",
    ])
    assert.strictEqual(verdict.failed, 2)
  })

  it("lets a test be skipped that needs a Citus cluster", () =>
    assert.strictEqual(
      closingLine(
        judged(
          [
            ...everyEngine,
            test("skipped", "a cluster [Citus]", "a cluster [Citus] (skipped: CONSENT_TEST_CITUS_URL names none)"),
          ],
          {
            ci: true,
          },
        ),
      ),
      "3 passed, 0 failed, 1 skipped",
    ))

  it("fails on a skipped test", () =>
    assert.strictEqual(
      closingLine(judged([...everyEngine, test("skipped")], { ci: true })),
      "3 passed, 1 failed, 1 skipped",
    ))
})

describe("engineTable", () => {
  it("says where each engine ran and how many tests did", () => {
    const table = engineTable(judged([test("passed", "Ledger [sqlite]"), test("passed", "Ledger [postgres]")]), servers)
    assert.deepEqual(table.split("\n"), [
      "sqlite    in the test's process (better-sqlite3)          1 tests",
      "postgres  local server 127.0.0.1:5432 (PostgreSQL 15.19)  1 tests",
      "mysql     skipped: not installed                          0 tests",
    ])
  })
})
