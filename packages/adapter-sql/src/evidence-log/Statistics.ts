/** The counts of one tenant on an SQL database. */
import { tileWidth } from "@consent-service/core/evidence"
import { CountingOutcome, type PromptList, type Statistics } from "@consent-service/core/ports"
import {
  type DayRange,
  type GroupCounts,
  partsOf,
  type RollUpRow,
  type StatisticsQuery,
} from "@consent-service/core/statistics"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { headOf } from "./LogRows.js"
import { readBundle } from "./FindEntries.js"
import { logStatements } from "./LogStatements.js"
import type { Database } from "../schema/SchemaState.js"
import type { TenantStore } from "../schema/TenantStore.js"
import { integer, optionalText, reading, text } from "../statement/Columns.js"
import type { UnexpectedAnswer } from "../statement/Guard.js"
import { rowsOf } from "../statement/Queries.js"
import { countedOf, makeCounting } from "../statistics/CountEntries.js"
import { writeContributions } from "../statistics/PromptText.js"
import { countColumns, countsIn } from "../statistics/StatisticColumns.js"

/** Behind every id of a record: see the log's `backfilled_to`. */
const end = "~"

/** How long it is known which lists of prompts were added. */
const rememberedMs = 3_600_000

const groupOf = (row: Row): GroupCounts => ({
  day: integer(row["start"]),
  value: text(row["value"]),
  part: text(row["part"]),
  counts: countsIn(row),
})

const stateOf = (row: Row) => ({
  pending: integer(row["queued"]) + integer(row["size"]) - countedOf(row),
  backfilled: optionalText(row["backfilled_to"]) === end,
})

const statementsOf = ({ sql, tables }: Database, tenant: string) => {
  const [statistic, queue] = [sql(tables.statistic), sql(tables.statisticQueue)]
  const columns = sql.literal(countColumns.join(", "))
  const sums = sql.literal(countColumns.map((name) => `sum(${name}) as ${name}`).join(", "))
  const within = (unit: RollUpRow["unit"], { groupBy }: StatisticsQuery, { from, to }: DayRange) =>
    sql`from ${statistic} where tenant = ${tenant} and unit = ${unit}
      and dimension = ${groupBy} and start >= ${String(from)} and start <= ${String(to)}`
  /** Of the groups in a part of the span. Databases collect the rows of a union; sums of groups are few enough for memory. */
  const sumsWithin = (...[unit, query, range]: Parameters<typeof within>) =>
    sql`select value, part, ${sums} ${within(unit, query, range)} group by value, part`
  /** One row of each day, or a sum of months and days for each group. */
  const selectCounts = (query: StatisticsQuery) => {
    if (query.groupBy === "day") return sql`select start, value, part, ${columns} ${within("day", query, query)}`
    const { days, months } = partsOf(query)
    const parts = [
      ...(months === null ? [] : [sumsWithin("month", query, months)]),
      ...days.map((range) => sumsWithin("day", query, range)),
    ]
    return sql`select 0 as start, value, part, ${sums} from (${sql.join(" union all ", false)(parts)}) counted
      group by value, part`
  }
  return {
    selectCounts,
    /** Of a log that is not open yet. */
    countQueued: sql`select count(*) as queued from ${sql(tables.logQueue)} where tenant = ${tenant}`,
    insertPrompts: ({ contributions, id, queuedAt }: PromptList) =>
      sql`insert into ${queue} ${sql.insert({
        tenant,
        id,
        queued_at: String(queuedAt),
        content: writeContributions(contributions),
      })}`,
    forgetPrompts: (before: number) =>
      sql`delete from ${queue} where tenant = ${tenant} and content is null and queued_at < ${String(before)}`,
  }
}

const counted = (entries: number, left: number) => CountingOutcome.Counted({ entries, left })

/** Counts the rest of the bundle that the counting has reached. */
const countNext = (database: Database, tenant: string) => {
  const log = logStatements(database, tenant)
  const { countUpTo } = makeCounting(database, tenant)
  return Effect.gen(function* (): Effect.fn.Return<CountingOutcome, SqlError | UnexpectedAnswer> {
    const [row] = yield* rowsOf(log.holdHead)
    if (row === undefined) return CountingOutcome.NotOpened()
    const { from, size } = yield* reading(() => ({ from: countedOf(row), size: headOf(row).size }))
    if (from >= size) return counted(0, 0)
    const bundle = yield* readBundle(log, Math.floor(from / tileWidth))
    const entries = bundle.entries.slice(from % tileWidth)
    yield* countUpTo(from + entries.length, entries)
    return counted(entries.length, size - from - entries.length)
  }).pipe(database.dialect.transactionWithoutGaps)
}

/** The counts of a tenant. */
export const statisticsOf = ({ database, run, tenant, tenantKey }: TenantStore): Context.Tag.Service<Statistics> => {
  const { dialect, sql } = database
  const statements = statementsOf(database, tenantKey)
  const { selectState } = logStatements(database, tenantKey)
  const read = Effect.fnUntraced(function* (query: StatisticsQuery) {
    // In this order: what the state says is counted is in the counts that are read later.
    const [opened] = yield* rowsOf(selectState)
    const [unopened] = opened === undefined ? yield* rowsOf(statements.countQueued) : []
    const rows = yield* rowsOf(statements.selectCounts(query))
    return yield* reading(() => ({
      groups: rows.map(groupOf),
      state: opened === undefined ? { pending: integer(unopened?.["queued"]), backfilled: false } : stateOf(opened),
    }))
  })
  const queue = Effect.fnUntraced(function* (list: PromptList) {
    yield* dialect.insertOnce(statements.insertPrompts(list), sql.literal("(tenant, id)"))
    yield* rowsOf(statements.forgetPrompts(list.queuedAt - rememberedMs))
  })
  return {
    tenant,
    read: (query) => run("readStatistics", read(query)),
    countLogged: run("countLogged", countNext(database, tenantKey)),
    queue: (list) => run("queuePrompts", queue(list)),
  }
}
