import { assert, describe, it } from "vitest"
import { losses, readResults, resultsTable } from "./torture-results.mjs"

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

  it("is empty without results", () => {
    assert.deepStrictEqual(readResults(""), [])
  })
})
