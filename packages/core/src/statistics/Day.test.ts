import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type DayRange, dayOf, dayText, monthOf, nextMonthOf, partsOf } from "./Day.js"

const daysOf = ({ from, to }: DayRange): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The month of a day as its date has it: `2026-11`. */
const monthText = (day: number): string => dayText(day).slice(0, -3)

/** The days of a range by whether their whole month is in it, found without any arithmetic of months. */
const naiveParts = (range: DayRange) => {
  const isWhole = (day: number): boolean => {
    const month = monthText(day)
    return (
      (range.from < day - 31 ||
        daysOf({ from: day - 31, to: range.from - 1 }).every((one) => monthText(one) !== month)) &&
      (range.to > day + 31 || daysOf({ from: range.to + 1, to: day + 31 }).every((one) => monthText(one) !== month))
    )
  }
  const days = daysOf(range)
  return {
    months: days.filter((day) => isWhole(day) && dayText(day).endsWith("-01")),
    days: days.filter((day) => !isWhole(day)),
  }
}

const monthsOf = (months: DayRange | null): ReadonlyArray<number> => {
  const found: Array<number> = []
  if (months === null) return found
  for (let month = months.from; month <= months.to; month = nextMonthOf(month)) found.push(month)
  return found
}

const day = (text: string): number => dayOf(Date.parse(text))

describe("a range of days", () => {
  it("is taken apart into its whole months, and the days of others", () => {
    const starts = FastCheck.oneof(
      FastCheck.integer({ min: -40_000, max: 60_000 }),
      FastCheck.integer({ min: -40_000, max: 60_000 }).map(monthOf),
    )
    FastCheck.assert(
      FastCheck.property(starts, FastCheck.nat(130), FastCheck.boolean(), (from, length, toEnd) => {
        const range = { from, to: toEnd ? nextMonthOf(from + length) - 1 : from + length }
        const { days, months } = partsOf(range)
        assert.deepStrictEqual({ months: monthsOf(months), days: days.flatMap(daysOf) }, naiveParts(range))
        for (const part of days) assert.isAtMost(part.from, part.to)
      }),
      { numRuns: 100 },
    )
  })

  it("of whole months has no single days, and one within a month has no months", () => {
    const year = { from: day("2026-01-01"), to: day("2026-12-31") }
    const months = { from: day("2026-01-01"), to: day("2026-12-01") }
    assert.deepStrictEqual(partsOf(year), { months, days: [] })
    const within = { from: day("2026-01-02"), to: day("2026-01-30") }
    assert.deepStrictEqual(partsOf(within), { months: null, days: [within] })
    const across = { from: day("2026-01-02"), to: day("2026-02-27") }
    assert.deepStrictEqual(partsOf(across), { months: null, days: [across] })
  })
})

describe("a month", () => {
  it("begins on its first day, and ends before the first day of the next one", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: -40_000, max: 60_000 }), (one) => {
        assert.strictEqual(dayText(monthOf(one)), `${monthText(one)}-01`)
        assert.strictEqual(monthText(nextMonthOf(one) - 1), monthText(one))
        assert.match(dayText(nextMonthOf(one)), /-01$/)
      }),
    )
    assert.strictEqual(dayText(nextMonthOf(day("2026-12-31"))), "2027-01-01")
  })
})
