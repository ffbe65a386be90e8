import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { timedId } from "./Base58.js"
import { timedIdRanges } from "./TimedIdRanges.js"

/** From before the first time of ids to far behind the last real one, and close to where texts get longer. */
const times = FastCheck.oneof(
  FastCheck.integer({ min: 1_500_000_000_000, max: 5_000_000_000_000 }),
  FastCheck.integer({ min: 0, max: 41 }).map((bits) => 1_700_000_000_000 + 2 ** bits),
  FastCheck.integer({ min: -3, max: 300 }).map((offset) => 1_700_000_000_000 + offset),
)

const rests = FastCheck.uint8Array({ minLength: 12, maxLength: 12 })

const bounds = FastCheck.option(times)

describe("the ranges of ids of a span of time", () => {
  it("have every id of its times", () => {
    FastCheck.assert(
      FastCheck.property(bounds, bounds, FastCheck.array(FastCheck.tuple(times, rests)), (from, before, acts) => {
        const ranges = timedIdRanges("cns", from, before)
        for (const [time, rest] of acts) {
          const id = timedId("cns", time, rest)
          if ((from !== null && time < from) || (before !== null && time >= before)) continue
          assert.isTrue(ranges.some((range) => range.from <= id && id <= range.to))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it("have no other ids of March 2024 to 2036", () => {
    const real = FastCheck.integer({ min: Date.UTC(2024, 2, 1), max: Date.UTC(2037, 0, 1) - 1 })
    FastCheck.assert(
      FastCheck.property(real, real, real, rests, (from, before, time, rest) => {
        const id = timedId("cns", time, rest)
        const isFound = timedIdRanges("cns", from, before).some((range) => range.from <= id && id <= range.to)
        assert.strictEqual(isFound, from <= time && time < before)
      }),
      { numRuns: 2_000 },
    )
  })

  it("do not overlap, and are in the order of their texts", () => {
    FastCheck.assert(
      FastCheck.property(bounds, bounds, (from, before) => {
        const texts = timedIdRanges("cns", from, before).flatMap((range) => [range.from, range.to])
        assert.deepStrictEqual(
          texts,
          texts.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)),
        )
      }),
    )
  })

  it("are one for a span of the years 2024 to 2037", () => {
    const [from, before] = [Date.UTC(2024, 2, 1), Date.UTC(2037, 0, 1)]
    assert.lengthOf(timedIdRanges("cns", from, before), 1)
  })
})
