import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { addDuration, readIsoDuration } from "./IsoDuration.js"

const dayMs = 86_400_000

/** From 1970 to 2100. */
const times = FastCheck.integer({ min: 0, max: 4_102_444_800_000 })

const at = (text: string): number => Date.parse(text)

describe("an ISO 8601 duration", () => {
  it("has years, months, weeks and days", () => {
    assert.deepStrictEqual(readIsoDuration("P5Y"), { months: 60, days: 0 })
    assert.deepStrictEqual(readIsoDuration("P1Y2M3W4D"), { months: 14, days: 25 })
    assert.deepStrictEqual(readIsoDuration("P180D"), { months: 0, days: 180 })
  })

  it("may have as many months as days, and a thousand years at most", () => {
    assert.deepStrictEqual(readIsoDuration("P1M1D"), { months: 1, days: 1 })
    assert.deepStrictEqual(readIsoDuration("P1000Y"), { months: 12_000, days: 0 })
    assert.isNull(readIsoDuration("P1000Y1M"))
  })

  it("is nothing else", () => {
    for (const text of [
      "",
      "P",
      "P0D",
      "P0Y0M",
      "5Y",
      "p5y",
      "PT5M",
      "P1.5Y",
      "P-1D",
      "P1D ",
      "P1D1Y",
      "P100000D",
      "P1001Y",
    ]) {
      assert.isNull(readIsoDuration(text), text)
    }
  })
})

describe("a time and a duration later", () => {
  it("ends on the last day of a shorter month", () => {
    assert.strictEqual(addDuration(at("2024-02-29T10:00:00Z"), { months: 12, days: 0 }), at("2025-02-28T10:00:00Z"))
    assert.strictEqual(addDuration(at("2026-08-31T23:59:59Z"), { months: 6, days: 0 }), at("2027-02-28T23:59:59Z"))
    assert.strictEqual(addDuration(at("2023-08-31T00:00:00Z"), { months: 6, days: 1 }), at("2024-03-01T00:00:00Z"))
  })

  it("is as many days later as it says", () => {
    FastCheck.assert(
      FastCheck.property(times, FastCheck.nat(99_999), (time, days) => {
        assert.strictEqual(addDuration(time, { months: 0, days }), time + days * dayMs)
      }),
    )
  })

  it("is as many months later as it says, on the same day or the last one", () => {
    FastCheck.assert(
      FastCheck.property(times, FastCheck.nat(1_200), (time, months) => {
        const [from, to] = [new Date(time), new Date(addDuration(time, { months, days: 0 }))]
        const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()
        assert.strictEqual(monthOf(to) - monthOf(from), months)
        assert.strictEqual(to.getTime() % dayMs, from.getTime() % dayMs)
        const isSame = to.getUTCDate() === from.getUTCDate()
        const isLast = new Date(to.getTime() + dayMs).getUTCDate() === 1
        assert.isTrue(isSame || (isLast && to.getUTCDate() < from.getUTCDate()))
      }),
    )
  })

  it("is never earlier for an earlier time", () => {
    FastCheck.assert(
      FastCheck.property(
        times,
        FastCheck.nat(10 * dayMs),
        FastCheck.nat(100),
        FastCheck.nat(100),
        (time, later, months, days) => {
          assert.isAtMost(addDuration(time, { months, days }), addDuration(time + later, { months, days }))
        },
      ),
    )
  })
})
