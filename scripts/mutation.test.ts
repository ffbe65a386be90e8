import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import { areas } from "./mutation/areas.mjs"
import { type Mutant, resultOf, scoreTable, survivorLines } from "./mutation/results.mjs"
import { fromRoot } from "./workspace.mjs"

const mutant = (status: string, line: number, statusReason?: string): Mutant => ({
  status,
  mutatorName: "BooleanLiteral",
  replacement: "true &&\n  false",
  location: { start: { line } },
  ...(statusReason === undefined ? {} : { statusReason }),
})

const report = {
  files: {
    "b.ts": { mutants: [mutant("Killed", 1), mutant("Timeout", 2), mutant("CompileError", 3)] },
    "a.ts": {
      mutants: [
        mutant("Survived", 20),
        mutant("NoCoverage", 3),
        mutant("Ignored", 4, "cannot be reached"),
        mutant("Ignored", 5, 'Static mutant (and "ignoreStatic" was enabled)'),
      ],
    },
  },
}

describe("the results of mutation testing", () => {
  it("count what was noticed against what was not, and neither excuses nor invalid code", () => {
    const { excused, noticed, score, survivors } = resultOf(report)
    assert.deepStrictEqual([noticed, survivors.length, excused, score], [2, 2, 1, 50])
  })

  it("never round a score up", () => {
    const mutants = [...Array.from({ length: 1_999 }, () => mutant("Killed", 1)), mutant("Survived", 1)]
    assert.strictEqual(resultOf({ files: { "a.ts": { mutants } } }).score, 99.9)
    assert.strictEqual(resultOf({ files: {} }).score, 100)
  })

  it("name each survivor by its place, in order", () => {
    assert.strictEqual(
      survivorLines(resultOf(report)),
      "a.ts:3 BooleanLiteral (no test reaches it) true && false\na.ts:20 BooleanLiteral true && false\n",
    )
  })

  it("are a table with a row for each area", () => {
    const table = scoreTable([{ name: "tokens", goal: 85, ...resultOf(report) }])
    assert.include(table, "| tokens | 50.0 % | 85 % | 2 | 2 | 1 |\n")
  })
})

describe("the areas", () => {
  it("are of folders and files that exist", () => {
    for (const { mutate } of Object.values(areas))
      for (const pattern of mutate) {
        const path = pattern
          .replace(/^!/, "")
          .replace(/\/\*\*.*/, "")
          .replace(/\{([^,}]+)[^}]*\}/, "$1")
        assert.isTrue(existsSync(fromRoot(path)), path)
      }
  })
})
