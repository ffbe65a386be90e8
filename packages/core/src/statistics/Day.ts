/**
 * Days and months in UTC, as numbers of days since 1 January 1970.
 *
 * @module
 */

const dayMs = 86_400_000

/** Further from 1970 than any date of a record; within what a date can hold. */
const furthest = 99_000_000

/**
 * The day of an instant.
 *
 * @param time - epoch milliseconds
 *
 * @example
 * ```ts
 * import { dayOf } from "@consent-service/core/statistics"
 *
 * dayOf(Date.UTC(1970, 0, 2, 23, 59)) // 1
 * ```
 */
export const dayOf = (time: number): number => Math.min(Math.max(Math.floor(time / dayMs), -furthest), furthest)

/**
 * The first day of a day's month.
 *
 * @example
 * ```ts
 * import { dayOf, monthOf } from "@consent-service/core/statistics"
 *
 * monthOf(dayOf(Date.UTC(2026, 10, 25))) === dayOf(Date.UTC(2026, 10, 1)) // true
 * ```
 */
export const monthOf = (day: number): number => day - (new Date(day * dayMs).getUTCDate() - 1)

/**
 * The first day of the month after a day's.
 *
 * @example
 * ```ts
 * import { dayOf, nextMonthOf } from "@consent-service/core/statistics"
 *
 * nextMonthOf(dayOf(Date.UTC(2026, 11, 31))) === dayOf(Date.UTC(2027, 0, 1)) // true
 * ```
 */
// No month has more than 31 days, and none fewer than 28.
export const nextMonthOf = (day: number): number => monthOf(monthOf(day) + 31)

/**
 * A day as text: `2026-11-25`.
 *
 * @example
 * ```ts
 * import { dayText } from "@consent-service/core/statistics"
 *
 * dayText(0) // "1970-01-01"
 * ```
 */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, -"T00:00:00.000Z".length)

/** Days from one to another, both included. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

/** The parts of a range: its whole months, and the days before and after them. */
export interface RangeParts {
  /** The first days of the months; null without a whole month. */
  readonly months: DayRange | null
  readonly days: ReadonlyArray<DayRange>
}

/**
 * Takes a range apart, so that few rows answer for it.
 *
 * @example
 * ```ts
 * import { partsOf } from "@consent-service/core/statistics"
 *
 * // January and February of 1970, whose first days are 0 and 31.
 * partsOf({ from: 0, to: 58 }) // { months: { from: 0, to: 31 }, days: [] }
 * ```
 */
export const partsOf = ({ from, to }: DayRange): RangeParts => {
  const first = monthOf(from) === from ? from : nextMonthOf(from)
  /** The first day behind the last whole month. */
  const end = monthOf(to + 1)
  if (first >= end) return { months: null, days: [{ from, to }] }
  const days = [
    { from, to: first - 1 },
    { from: end, to },
  ].filter((range) => range.from <= range.to)
  return { months: { from: first, to: monthOf(end - 1) }, days }
}
