/**
 * The query of `GET /statistics`.
 *
 * @module
 */
import * as Either from "effect/Either"
import type { InputIssue } from "../consent/record/Refusal.js"
import { type Field, issuesIn, wrong } from "../query/QueryField.js"
import { parseIsoTime } from "../schema/IsoTime.js"
import { type DayRange, dayOf } from "./Day.js"
import { type Dimension, dimensions } from "./Dimension.js"

/** Which counts are asked for. */
export interface StatisticsQuery extends DayRange {
  readonly groupBy: Dimension
}

/** The parameters as they were sent; null where one was not. */
export type RawStatisticsQuery = Readonly<Record<"from" | "groupBy" | "to", string | null>>

/** The longest span, in days: ten years. */
export const mostDays = 3_660

/** How many days a span has that begins nowhere. */
const usualDays = 30

const dayField = (path: "from" | "to", text: string | null): Field<number | null> => {
  if (text === null) return Either.right(null)
  const time = parseIsoTime(text)
  return time?.kind === "date"
    ? Either.right(dayOf(time.epochMs))
    : wrong(path, "must be a date, such as 2026-01-31", text)
}

const dimensionField = (text: string | null): Field<Dimension> => {
  if (text === null) return Either.right("day")
  const dimension = dimensions.find((one) => one === text)
  return dimension === undefined
    ? wrong("groupBy", `must be one of ${dimensions.join(", ")}`, text)
    : Either.right(dimension)
}

/**
 * Decodes the parameters. Dates are days in UTC, both included. Without `to` the span ends today, without `from` it has
 * 30 days, and without `groupBy` its groups are days.
 *
 * @param today - the current day, since 1970
 * @returns the query, or all invalid parameters
 * @example
 * ```ts
 * import { dayOf, decodeStatisticsQuery } from "@consent-service/core/statistics"
 * import * as Either from "effect/Either"
 *
 * const today = dayOf(Date.UTC(2026, 10, 25))
 * Either.getOrThrow(decodeStatisticsQuery({ from: null, to: null, groupBy: "country" }, today)).to === today // true
 * Either.isLeft(decodeStatisticsQuery({ from: "2026-02-30", to: null, groupBy: null }, today)) // true
 * ```
 */
export const decodeStatisticsQuery = (
  raw: RawStatisticsQuery,
  today: number,
): Either.Either<StatisticsQuery, ReadonlyArray<InputIssue>> => {
  const fields = { from: dayField("from", raw.from), to: dayField("to", raw.to), groupBy: dimensionField(raw.groupBy) }
  return Either.all(fields).pipe(
    Either.mapLeft(() => issuesIn(fields)),
    Either.flatMap(({ from: given, groupBy, to: end }) => {
      const to = end ?? Math.max(today, given ?? today)
      const from = given ?? to - usualDays + 1
      if (from > to) return Either.left([{ path: "from", message: "must not be after 'to'" }])
      return to - from >= mostDays
        ? Either.left([{ path: "from", message: `must be at most ${mostDays} days before 'to'` }])
        : Either.right({ from, to, groupBy })
    }),
  )
}
