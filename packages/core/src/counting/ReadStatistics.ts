/**
 * Reads the statistics of a tenant.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { Statistics } from "../ports/Statistics.js"
import type { StoreError } from "../ports/StoreError.js"
import type { StatisticsQuery } from "../statistics/StatisticsQuery.js"
import { type StatisticsReport, statisticsReport } from "../statistics/StatisticsReport.js"

/**
 * The counts of some days by group.
 *
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { readStatistics } from "@consent-service/core/statistics"
 *
 * const countries = readStatistics({ from: 20_393, to: 20_757, groupBy: "country" })
 * ```
 */
export const readStatistics: (query: StatisticsQuery) => Effect.Effect<StatisticsReport, StoreError, Statistics> =
  Effect.fnUntraced(function* (query: StatisticsQuery) {
    const { read } = yield* Statistics
    const { groups, state } = yield* read(query)
    return statisticsReport(query, groups, state)
  })
