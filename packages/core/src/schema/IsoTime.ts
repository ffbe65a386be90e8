/**
 * ISO 8601 dates and instants, in the forms that queries and bodies may use.
 *
 * @module
 */

/** A day in UTC, or a point in time; `epochMs` is the start of the day, or the point. */
export interface IsoTime {
  readonly kind: "date" | "instant"
  readonly epochMs: number
}

/** Room for any fraction of a clock, and for little more. */
const maxLength = 64

const dayMs = 86_400_000

/** The length of `YYYY-MM-DD`. */
const dateLength = 10

// Each part is of fixed width or ends at a fixed letter, so that there is at most one way to match.
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const timePattern = /^T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:Z|([+-])(\d{2}):(\d{2}))?$/

/** The start of a calendar date in UTC; null for an invalid one. */
const startOfDay = (text: string): number | null => {
  const match = datePattern.exec(text)
  if (match === null) return null
  const [, year = 0, month = 0, day = 0] = match.map(Number)
  const date = new Date(0)
  // `Date.UTC` would map the years before 100 to the last century.
  const start = date.setUTCFullYear(year, month - 1, day)
  // A day that its month does not have is one of another month.
  return date.getUTCMonth() === month - 1 ? start : null
}

/** The milliseconds since midnight; null for an invalid time. A part that was left out is empty, and counts as 0. */
const clockMs = (hours: string, minutes: string, seconds: string): number | null =>
  Number(hours) <= 23 && Number(minutes) <= 59 && Number(seconds) <= 59
    ? ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    : null

/** How far a time of day is from the start of its date in UTC; with an offset it may be on another day. */
const sinceStartOfDay = (text: string): number | null => {
  const match = timePattern.exec(text)
  if (match === null) return null
  const [, hours = "", minutes = "", seconds = "", fraction = "", sign, offsetHours = "", offsetMinutes = ""] = match
  const local = clockMs(hours, minutes, seconds)
  const offset = clockMs(offsetHours, offsetMinutes, "")
  if (local === null || offset === null) return null
  return local + Number(fraction.slice(0, 3).padEnd(3, "0")) + (sign === "-" ? offset : -offset)
}

const earliest = Date.parse("0000-01-01T00:00:00.000Z")
const latest = Date.parse("9999-12-31T23:59:59.999Z")

/**
 * Reads `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm[:ss[.fraction]]` with `Z`, an offset `±HH:MM`, or neither, which means UTC.
 * Fractions are cut to milliseconds.
 *
 * @returns null for any other form, for dates and times that do not exist (30 February, 24:00, a leap second), and for
 *   instants whose year in UTC has not four digits, which could not be written in these forms again
 */
export const parseIsoTime = (text: string): IsoTime | null => {
  const start = text.length > maxLength ? null : startOfDay(text.slice(0, dateLength))
  if (start === null) return null
  if (text.length === dateLength) return { kind: "date", epochMs: start }
  const sinceStart = sinceStartOfDay(text.slice(dateLength))
  if (sinceStart === null) return null
  const epochMs = start + sinceStart
  return epochMs < earliest || epochMs > latest ? null : { kind: "instant", epochMs }
}

/** Where a range begins that is bounded by a time from below; a date means the whole day. */
export const lowerBound = ({ epochMs }: IsoTime): number => epochMs

/** The last millisecond of a range that is bounded by a time from above; a date means the whole day. */
export const upperBound = ({ epochMs, kind }: IsoTime): number => (kind === "date" ? epochMs + dayMs - 1 : epochMs)
