/**
 * The route of statistics.
 *
 * @module
 */
import { Statistics } from "@consent-service/core/ports"
import { dayOf, decodeStatisticsQuery, readStatistics, statisticsCsv } from "@consent-service/core/statistics"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { jsonText, prepared } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { readStatistics as endpoint } from "../api/StatisticsGroup.js"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"

/** What statistics need. */
export interface StatisticsSettings {
  readonly statistics: Context.Tag.Service<Statistics>
  /** Whether the log counts: without one, nothing does. */
  readonly areCounted: boolean
}

const csvHeaders = { "content-type": "text/csv; charset=utf-8", "cache-control": "no-store" }

const formatOf = (format: string | null): "csv" | "json" | null => {
  if (format === null || format === "json") return "json"
  return format === "csv" ? format : null
}

const invalid = (path: string, message: string): Problem => ({ _tag: "InputInvalid", issues: [{ path, message }] })

const handleRead =
  ({ areCounted, statistics }: StatisticsSettings) =>
  ({ query }: Call): Handled<never> | Problem => {
    if (!areCounted) return { _tag: "StatisticsOff" }
    const format = formatOf(query("format"))
    if (format === null) return invalid("format", "must be json or csv")
    const raw = { from: query("from"), to: query("to"), groupBy: query("groupBy") }
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const decoded = decodeStatisticsQuery(raw, dayOf(now))
      if (Either.isLeft(decoded)) return Effect.fail<Problem>({ _tag: "InputInvalid", issues: decoded.left })
      return Effect.map(Effect.provideService(readStatistics(decoded.right), Statistics, statistics), (report) =>
        format === "csv" ? prepared(statisticsCsv(report), csvHeaders) : jsonText(JSON.stringify(report)),
      )
    })
  }

/** The routes of `api/StatisticsGroup`. */
export const statisticsRoutes = (settings: StatisticsSettings): ReadonlyArray<Route> => [
  route(endpoint, handleRead(settings)),
]
