/**
 * The counts of records in memory, for tests: kept with the log, as the port demands.
 *
 * @module
 */
import { tileWidth } from "@consent-service/core/evidence"
import { CountingOutcome, type Statistics } from "@consent-service/core/ports"
import { addCounts, type GroupCounts, type RollUpRow, type StatisticsQuery } from "@consent-service/core/statistics"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { countEntries, type FindStored } from "./MemoryCounts.js"
import { logIn, type MemoryLog, type MemoryLogs } from "./MemoryEvidenceLog.js"

export * from "./MemoryCounts.js"

const isIn =
  ({ from, groupBy, to }: StatisticsQuery) =>
  ({ dimension, start, unit }: RollUpRow): boolean =>
    unit === "day" && dimension === groupBy && from <= start && start <= to

const groupsIn = ({ counts: { rows } }: MemoryLog, query: StatisticsQuery): ReadonlyArray<GroupCounts> => {
  const groups = new Map<string, GroupCounts>()
  for (const { counts, part, start, value } of Array.from(rows.values()).filter(isIn(query))) {
    const day = query.groupBy === "day" ? start : 0
    const key = JSON.stringify([day, value, part])
    const before = groups.get(key)
    groups.set(key, { day, value, part, counts: before === undefined ? counts : addCounts(before.counts, counts) })
  }
  return Array.from(groups.values())
}

const countNext = (log: MemoryLog, stored: FindStored): CountingOutcome => {
  if (log.open === null) return CountingOutcome.NotOpened()
  const { counted } = log.counts
  const entries = (log.bundles.get(Math.floor(counted / tileWidth))?.entries ?? []).slice(counted % tileWidth)
  countEntries(log.counts, counted + entries.length, entries, stored)
  return CountingOutcome.Counted({ entries: entries.length, left: log.open.head.size - log.counts.counted })
}

/**
 * The counts of a tenant, among the logs of all tenants.
 *
 * @param stored - finds the tenant's records by their ids; none by default
 *
 * @example
 * ```ts
 * import * as MemoryStatistics from "@consent-service/testkit/MemoryStatistics"
 *
 * MemoryStatistics.make(new Map(), "shop").tenant // "shop"
 * ```
 */
export const make = (
  logs: MemoryLogs,
  tenant: string | null,
  stored: FindStored = () => undefined,
): Context.Tag.Service<Statistics> => {
  const log = logIn(logs, tenant)
  return {
    tenant,
    read: (query) =>
      Effect.sync(() => ({
        groups: groupsIn(log, query),
        state: {
          pending: log.queue.length + (log.open === null ? 0 : log.open.head.size - log.counts.counted),
          backfilled: log.backfilledTo === "~",
        },
      })),
    countLogged: Effect.sync(() => countNext(log, stored)),
    queue: ({ contributions, id }) =>
      Effect.sync(() => {
        if (!log.counts.prompts.has(id)) log.counts.prompts.set(id, structuredClone(contributions))
      }),
  }
}
