/**
 * ISO 8601 durations in units of the calendar: years, months, weeks and days.
 *
 * @module
 */

/** A duration; a month has as many days as the calendar says. */
export interface CalendarDuration {
  readonly months: number
  readonly days: number
}

// Each unit has at most five digits and its own letter, so that there is one way to match.
const pattern = /^P(?=\d)(?:(\d{1,5})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,5})D)?$/

/** Beyond it, no date could be computed. */
const mostMonths = 12 * 1_000

/**
 * Reads a duration such as `P5Y`, `P6M`, `P2W` or `P180D`.
 *
 * @returns null for another form, for nothing (`P0D`), and for more than a thousand years
 * @example
 * ```ts
 * import { readIsoDuration } from "@consent-service/core/primitives"
 *
 * readIsoDuration("P1Y6M") // { months: 18, days: 0 }
 * readIsoDuration("P2W") // { months: 0, days: 14 }
 * readIsoDuration("PT5M") // null
 * ```
 */
export const readIsoDuration = (text: string): CalendarDuration | null => {
  const match = pattern.exec(text)
  if (match === null) return null
  const [years = 0, months = 0, weeks = 0, days = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  const duration = { months: 12 * years + months, days: 7 * weeks + days }
  const isNothing = duration.months + duration.days === 0
  return isNothing || duration.months > mostMonths ? null : duration
}

/**
 * A time and a duration later, by the calendar of UTC: months first, to the last day of a shorter month, then days.
 *
 * @param epochMs - epoch milliseconds
 * @returns epoch milliseconds
 * @example
 * ```ts
 * import { addDuration } from "@consent-service/core/primitives"
 *
 * new Date(addDuration(Date.UTC(2026, 0, 31), { months: 1, days: 0 })).toISOString() // "2026-02-28T00:00:00.000Z"
 * ```
 */
export const addDuration = (epochMs: number, { days, months }: CalendarDuration): number => {
  const date = new Date(epochMs)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay) + days)
  return date.getTime()
}
