/**
 * Counts the records of entries in the transaction that puts them into the tree, or into the counts later. Only for use in
 * a transaction that holds the log's row: what is read of the counts is then current, and no other transaction changes them.
 *
 * How far the tree is counted is kept in the row of its head. An integration counts its entries when all before them are counted;
 * otherwise they are caught up with.
 */
import type { EntryKind, LogHead } from "@consent-service/core/evidence"
import {
  areKnown,
  type Contribution,
  contributionOf,
  type CountedRecord,
  dayOf,
  dimensions,
  type Group,
  knownGroups,
  type KnownGroups,
  rollUp,
  timesCounts,
} from "@consent-service/core/statistics"
import type { Row } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { experimentOf } from "../consent/Row.js"
import type { Database } from "../schema/SchemaState.js"
import { integer, optionalInteger, optionalText, reading, text } from "../statement/Columns.js"
import { discardRows, listsOf, rowsOf } from "../statement/Queries.js"
import { cellsOf } from "../statement/StoredColumns.js"
import { readContributions } from "./PromptText.js"
import { countColumns, dimensionIn, statisticColumns, statisticKey } from "./StatisticColumns.js"

/** An entry, as far as it says whether a record is to be counted. */
interface CountableEntry {
  readonly kind: EntryKind
  /** Null after an erasure. */
  readonly id: string | null
}

/** Kinds of entries that are about a record. */
const recordKinds: ReadonlyArray<EntryKind> = [1, 8]

/** How many queued lists of prompts are added at a time. */
const mostLists = 32

/** How far a tree is counted, by the log's row. */
export const countedOf = (row: Row): number => optionalInteger(row["counted_to"]) ?? 0

const preferencesOf = (column: string | null): unknown => {
  try {
    return column === null ? null : JSON.parse(column)
  } catch {
    return null
  }
}

const policyOf = (row: Row): CountedRecord["policy"] => {
  const policyId = optionalText(row["of_policy"])
  return policyId === null
    ? null
    : { policyId, country: optionalText(row["of_country"]), language: text(row["of_language"]) }
}

const recordOf = (row: Row): CountedRecord => ({
  givenAt: integer(row["given_at"]),
  consentAction: optionalText(row["consent_action"]),
  preferences: preferencesOf(optionalText(row["preferences"])),
  experiment: experimentOf(row),
  policy: policyOf(row),
})

/** A row that cannot be read is named by a verification; it must not keep others from being logged. */
const readable = Option.liftThrowable((row: Row): Contribution => contributionOf(recordOf(row)))

/** Equal for rows that add the same; null for a row that cannot be read. */
const sameness = (row: Row): string | null => {
  const { given_at: givenAt, ...others } = row
  const time = Number(givenAt)
  return Number.isFinite(time) ? JSON.stringify([dayOf(time), ...Object.values(others)]) : null
}

/**
 * Adds rows up while they are read: of thousands of records few differ in what they add, and a row that waits for the others
 * would outlive collections of young objects.
 */
const makeTally = () => {
  const alike = new Map<string, { readonly contribution: Contribution; count: number }>()
  return {
    add: (rows: ReadonlyArray<Row>): void => {
      for (const row of rows) {
        const key = sameness(row)
        const known = key === null ? undefined : alike.get(key)
        if (known !== undefined) known.count += 1
        else if (key !== null) {
          Option.map(readable(row), (contribution) => alike.set(key, { contribution, count: 1 }))
        }
      }
    },
    contributions: (): ReadonlyArray<Contribution> =>
      Array.from(alike.values(), ({ contribution, count }) => ({
        ...contribution,
        counts: timesCounts(contribution.counts, count),
      })),
  }
}

const groupOf = (row: Row): ReadonlyArray<Group> => {
  const dimension = dimensionIn(dimensions, text(row["dimension"]))
  return dimension === null ? [] : [{ dimension, value: text(row["value"]), part: text(row["part"]) }]
}

const statementsOf = ({ sql, tables }: Database, tenant: string) => {
  const [statistic, queue, log] = [sql(tables.statistic), sql(tables.statisticQueue), sql(tables.log)]
  const [consent, decision] = [sql(tables.consent), sql(tables.policyDecision)]
  const columns = sql.literal(`c.given_at, c.consent_action, c.preferences, c.experiment_id, c.experiment_arm,
      d.policy_id as of_policy, d.country as of_country, d.language as of_language`)
  return {
    selectGroups: sql`select dimension, value, part from ${statistic} where tenant = ${tenant} and unit = 'ever'`,
    selectRecords: (ids: ReadonlyArray<string>) =>
      sql`select ${columns} from ${consent} c left join ${decision} d on d.tenant = c.tenant and d.id = c.decision_id
        where c.tenant = ${tenant} and ${sql.in("c.id", ids)}`,
    selectPrompts: sql`select id, content from ${queue} where tenant = ${tenant} and content is not null
        order by id limit ${sql.literal(String(mostLists))}`,
    /** Kept for a while: a list that is queued again is not added again. */
    emptyPrompts: (ids: ReadonlyArray<string>) =>
      sql`update ${queue} set content = null where tenant = ${tenant} and ${sql.in("id", ids)}`,
    moveCounted: (to: number) => sql`update ${log} set counted_to = ${String(to)} where tenant = ${tenant}`,
    /** What was counted of records, but not of prompts. */
    resetRecords: sql`update ${statistic} set ${sql.csv(
      countColumns.filter((name) => name !== "shown").map((name) => sql`${sql(name)} = 0`),
    )} where tenant = ${tenant}`,
  }
}

/** Makes the counting of a tenant's entries. */
export const makeCounting = (database: Database, tenant: string) => {
  const { dialect, tables } = database
  const statements = statementsOf(database, tenant)
  const columns = statisticColumns(tenant)
  const addRows = dialect.addRows({ table: tables.statistic, key: statisticKey, columns }, countColumns)
  /** Rows of all time are never deleted, so that what was there once is there. */
  let known: KnownGroups = new Map()

  const add = Effect.fnUntraced(function* (contributions: ReadonlyArray<Contribution>) {
    if (contributions.length === 0) return
    if (!areKnown(contributions, known)) {
      const rows = yield* rowsOf(statements.selectGroups)
      known = yield* reading(() => knownGroups(rows.flatMap(groupOf)))
    }
    yield* addRows(cellsOf(columns, rollUp(contributions, known)))
  })

  const recordsOf = Effect.fnUntraced(function* (entries: ReadonlyArray<CountableEntry>) {
    const ids = entries.flatMap(({ id, kind }) => (id !== null && recordKinds.includes(kind) ? [id] : []))
    const tally = makeTally()
    for (const list of listsOf(ids)) tally.add(yield* rowsOf(statements.selectRecords(list)))
    return tally.contributions()
  })

  const prompts = Effect.gen(function* () {
    const rows = yield* rowsOf(statements.selectPrompts)
    if (rows.length === 0) return []
    const lists = yield* reading(() => rows.map((row) => ({ id: text(row["id"]), content: text(row["content"]) })))
    yield* discardRows(statements.emptyPrompts(lists.map(({ id }) => id)))
    return lists.flatMap(({ content }) => readContributions(content))
  })

  return {
    /** Adds queued prompts. */
    countPrompts: Effect.flatMap(prompts, add),
    /** Counts entries that were just put behind a tree, if it was counted to its end. */
    countIntegrated: Effect.fnUntraced(function* (
      counted: number,
      before: LogHead,
      after: LogHead,
      entries: ReadonlyArray<CountableEntry>,
    ) {
      const waiting = yield* prompts
      if (counted !== before.size) return yield* add(waiting)
      yield* add([...(yield* recordsOf(entries)), ...waiting])
      yield* discardRows(statements.moveCounted(after.size))
    }),
    /** Counts entries of the tree up to a position. */
    countUpTo: Effect.fnUntraced(function* (position: number, entries: ReadonlyArray<CountableEntry>) {
      yield* add(yield* recordsOf(entries))
      yield* discardRows(statements.moveCounted(position))
    }),
    /** Forgets what was counted of records: their entries enter a new log, and are counted with it. */
    reset: Effect.zipRight(rowsOf(statements.resetRecords), rowsOf(statements.moveCounted(0))),
  }
}

export type Counting = ReturnType<typeof makeCounting>
