import { assert, describe, it } from "vitest"
import { losses, readResults, resultsTable, skippedSuites } from "./torture-results.mjs"

const line = (suite: string, change: object = {}): string =>
  JSON.stringify({ suite, runs: 2, faults: 3, acknowledged: 40, lost: 0, altered: 0, doubled: 0, ...change })

describe("the table of npm run torture", () => {
  it("has a row for each suite, with its runs added up", () => {
    const results = readResults(
      `${line("power cuts [sqlite]")}\n${line("kill -9 [mysql]")}\n${line("kill -9 [mysql]")}\n`,
    )
    assert.deepStrictEqual(resultsTable(results).split("\n"), [
      "suite                runs  faults  acknowledged  lost  altered  doubled",
      "kill -9 [mysql]         4       6            80     0        0        0",
      "power cuts [sqlite]     2       3            40     0        0        0",
    ])
    assert.strictEqual(losses(results), 0)
  })

  it("counts what was lost, altered and doubled as losses", () => {
    const text = [line("a", { lost: 1 }), line("b", { altered: 2 }), line("c", { doubled: 3 })].join("\n")
    assert.strictEqual(losses(readResults(text)), 6)
  })

  it("has a row with the reason for each suite that was skipped", () => {
    const test = (title: string, ancestorTitles: ReadonlyArray<string>, status = "skipped") => ({
      ancestorTitles,
      fullName: [...ancestorTitles, title].join(" "),
      status,
    })
    const file = (name: string, ...assertionResults: ReadonlyArray<ReturnType<typeof test>>) => ({
      name,
      status: "passed",
      assertionResults,
    })
    const missing = "a pooler (skipped: PgBouncer is not installed)"
    const skipped = skippedSuites({
      testResults: [
        file("/work/torture/src/A.test.ts", test("one", [missing]), test("two", [missing])),
        file("/work/torture/src/B.test.ts", test("(skipped: no cluster)", ["processes [Citus]"])),
        file("/work/torture/src/C.test.ts", test("runs", ["a suite"], "passed"), test("not in this form", ["a suite"])),
        file(
          "/work/torture/src/E.test.ts",
          test("one", ["clocks", "jumping [mysql] skipped: no mysql server (refused)"]),
        ),
        file("/work/packages/core/src/D.test.ts", test("one", [missing])),
      ],
    })
    const lines = [line("kill -9 [mysql]"), ...skipped.map((row) => JSON.stringify(row))].join("\n")
    assert.deepStrictEqual(resultsTable(readResults(lines)).split("\n"), [
      "suite                   runs  faults  acknowledged  lost  altered  doubled",
      "a pooler                skipped: PgBouncer is not installed",
      "clocks jumping [mysql]  skipped: no mysql server (refused)",
      "kill -9 [mysql]            2       3            40     0        0        0",
      "processes [Citus]       skipped: no cluster",
    ])
  })

  it("is empty without results", () => {
    assert.deepStrictEqual(readResults(""), [])
  })
})
