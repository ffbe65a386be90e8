import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { DecisionCount } from "./DecisionCount.js"
import { summarize } from "./Summary.js"

const names = ["control", "a", "B", "__proto__", "constructor", "10", "9", "\u{10000}", "\uff5e"]

const anyCount: FastCheck.Arbitrary<DecisionCount> = FastCheck.record({
  arm: FastCheck.constantFrom(...names),
  action: FastCheck.constantFrom(
    "accept_all",
    "custom",
    "opt_out",
    "reject_all",
    "unknown",
    "__proto__",
    "shrug",
    null,
  ),
  surface: FastCheck.constantFrom("banner", "dialog", "unknown", "__proto__", "toString", "", null),
  timeToDecisionMs: FastCheck.option(FastCheck.oneof(FastCheck.nat(20), FastCheck.nat(2_147_483_647))),
  count: FastCheck.integer({ min: 1, max: 6 }),
})

type Decision = Omit<DecisionCount, "count">

/** One count for each record, even for equal ones. */
const expand = (counts: ReadonlyArray<DecisionCount>): ReadonlyArray<Decision> =>
  counts.flatMap(({ count, ...decision }) => Array.from({ length: count }, () => decision))

const naiveMedian = (decisions: ReadonlyArray<Decision>): number | null => {
  const times = decisions.flatMap(({ timeToDecisionMs: time }) => (time === null ? [] : [time])).sort((a, b) => a - b)
  const [middle, next] = [times[Math.ceil(times.length / 2) - 1], times[Math.floor(times.length / 2)]]
  return middle === undefined || next === undefined ? null : (middle + next) / 2
}

const known = ["accept_all", "custom", "opt_out", "reject_all"]

describe("a summary", () => {
  it("equals counting every record separately", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(anyCount, { maxLength: 30 }), (counts) => {
        const decisions = expand(counts)
        const arms = summarize(counts)
        assert.deepStrictEqual(
          arms.map(({ arm }) => arm),
          Array.from(new Set(decisions.map(({ arm }) => arm))).sort(),
        )
        for (const summary of arms) {
          const ofArm = decisions.filter(({ arm }) => arm === summary.arm)
          assert.strictEqual(summary.choices, ofArm.length)
          assert.strictEqual(summary.medianTimeToDecisionMs, naiveMedian(ofArm))
          for (const action of known) {
            const expected = ofArm.filter((one) => one.action === action).length
            assert.strictEqual(new Map(Object.entries(summary.byAction)).get(action), expected)
          }
          assert.strictEqual(
            summary.byAction.unknown,
            ofArm.filter(({ action }) => !known.includes(action ?? "")).length,
          )
          const surfaces = new Set(ofArm.map(({ surface }) => surface ?? "unknown"))
          assert.deepStrictEqual(new Set(Object.keys(summary.bySurface)), surfaces)
          for (const [name, count] of Object.entries(summary.bySurface)) {
            assert.strictEqual(count, ofArm.filter(({ surface }) => (surface ?? "unknown") === name).length)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it("does not depend on the order of counts", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(anyCount), (counts) => {
        assert.strictEqual(JSON.stringify(summarize(counts.toReversed())), JSON.stringify(summarize(counts)))
      }),
    )
  })

  it("is empty without records", () => {
    assert.deepStrictEqual(summarize([]), [])
  })

  it("always has all five actions, and surfaces of any name", () => {
    const one = { arm: "a", action: "custom", surface: "__proto__", timeToDecisionMs: null, count: 2 }
    assert.strictEqual(
      JSON.stringify(summarize([one])),
      '[{"arm":"a","choices":2,"byAction":{"accept_all":0,"custom":2,"opt_out":0,"reject_all":0,"unknown":0},' +
        '"bySurface":{"__proto__":2},"medianTimeToDecisionMs":null}]',
    )
  })

  it("costs as much as its rows, even for billions of records", () => {
    const row = { arm: "a", action: null, surface: null, count: 4_000_000_000 }
    const [summary] = summarize([
      { ...row, timeToDecisionMs: 2_147_483_647 },
      { ...row, timeToDecisionMs: 2_147_483_646 },
    ])
    assert.strictEqual(summary?.choices, 8_000_000_000)
    assert.strictEqual(summary?.medianTimeToDecisionMs, 2_147_483_646.5)
  })
})
