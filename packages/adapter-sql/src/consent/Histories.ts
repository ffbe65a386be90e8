/**
 * The ledger's reads of histories. Short ones that are requested together are one query. A long one is read alone:
 * first its size, then, within a budget that all readers share, the records in chunks.
 */
import { SubjectId } from "@consent-service/core/subject"
import { compareCodeUnits } from "@consent-service/core/primitives"
import type { StoreError } from "@consent-service/core/ports"
import type { ActBound, SubjectHistory } from "@consent-service/core/consent"
import type { Row } from "@effect/sql/SqlConnection"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { told } from "./LedgerReads.js"
import { type HistoryBudget, makeLongReads, makeTake, type Read } from "./LongHistories.js"
import type { Shards } from "../distribution/Shards.js"
import { listsOf, rowsOf } from "../statement/Queries.js"
import { makeReadTogether } from "./ReadTogether.js"
import { historyBytes, readHistoryRecords, readSubject, rowsBySubject } from "./Row.js"
import type { LedgerStatements } from "./Statements.js"
import type { TenantStore } from "../schema/TenantStore.js"
import { textOf } from "../statement/Columns.js"

/** A history with more records is read in chunks. */
const shortRecords = 128

/** The largest size of a record whose request body has the default limit. */
const largestRecord = 64 * 1024

/** The row limits of one query of short histories: for each subject, and for all of them. */
const rowsFor = (subjects: number): number => 16 * subjects + shortRecords

/** The size above which a history is likely to be long when it is read again, in bytes. */
const longHistory = 128 * 1024

/** How many subjects are remembered as long, so that they are not queried together with others again. */
const mostRemembered = 1_024

/** The result of a group query for one subject. */
type Found =
  | { readonly _tag: "Short"; readonly rows: Arr.NonEmptyArray<Row> }
  /** More than a short history has, or may have. */
  | { readonly _tag: "Long" }

const foundLong: Found = { _tag: "Long" }

const isLong = (rows: Arr.NonEmptyArray<Row>): boolean =>
  rows.length > shortRecords || rows.some((row) => Number(row["is_long"]) === 1)

const foundOf = (rows: Arr.NonEmptyArray<Row>): Found => (isLong(rows) ? foundLong : { _tag: "Short", rows })

const subjectIdOf = (id: string): SubjectId => SubjectId.make(id, { disableValidation: true })

const shortBytes = (rows: ReadonlyArray<Row>): number => {
  let bytes = 0
  for (const row of rows) bytes += historyBytes(row)
  return bytes
}

/** Whether all rows of a subject are within a bound, if each record were as large as a body may be. */
const fits = (bound: ActBound, rows: ReadonlyArray<Row>): boolean =>
  rows.length <= bound.acts && rows.length * largestRecord <= bound.bytes

/** Reads a history from rows that were already fetched. */
const shortHistory = (
  operation: string,
  id: SubjectId,
  rows: Arr.NonEmptyArray<Row>,
): Effect.Effect<SubjectHistory, StoreError> => {
  const records = rows[0]["id"] === null ? Effect.succeed([]) : readHistoryRecords(rows)
  return told(operation)(
    Effect.zipWith(readSubject(rows[0]), records, (subject, found) => ({
      id,
      ...subject,
      records: found,
      truncated: false,
    })),
  )
}

/** Reads a subject's history; none where the tenant has no such subject. */
export const makeReadHistory = (
  run: TenantStore["run"],
  statements: LedgerStatements,
  budget: HistoryBudget,
  shards: Shards,
) => {
  const operation = "history"
  const take = makeTake(operation, budget)
  const readLongs = makeLongReads(run, statements, take)
  /** The sizes of the subjects that were found to be long, in bytes. */
  const long = new Map<string, number>()

  const remember = (subject: string, bytes: number): void => {
    long.set(subject, bytes)
    if (long.size > mostRemembered) for (const oldest of Arr.take(long.keys(), 1)) long.delete(oldest)
  }

  const find = (subjects: ReadonlyArray<SubjectId>) =>
    Effect.map(
      Effect.forEach(listsOf(subjects), (list) => {
        const limit = rowsFor(list.length)
        return Effect.map(rowsOf(statements.selectHistories(list, limit)), (rows) => ({ list, rows, limit }))
      }),
      (lists) => {
        const found = new Map<string, Found>()
        for (const { limit, list, rows } of lists) {
          // The query does not show which subjects miss rows, so each is read alone.
          if (rows.length === limit) for (const id of list) found.set(id, foundLong)
          for (const [id, own] of rowsBySubject(rows))
            if (rows.length < limit || isLong(own)) found.set(id, foundOf(own))
        }
        return found
      },
    )

  const together = makeReadTogether(
    (subjects: ReadonlyArray<SubjectId>) =>
      Effect.map(run(operation, find(subjects)), (found) => (subject: SubjectId) => Effect.succeed(found.get(subject))),
    // Stryker disable next-line ConditionalExpression: mutants are tested on SQLite, which is no cluster
    shards === null
      ? null
      : // Stryker disable next-line ArrowFunction: the same
        Effect.map(run(operation, shards), (shardOf) => (subject: SubjectId) => shardOf(subject).id),
  )

  const readLong = (subject: SubjectId, bound: ActBound) =>
    Effect.map(readLongs(operation, [subject], bound, long.get(subject)), ({ bytes, histories: [history] }) => {
      const isLongAgain = bytes > longHistory || (history?.records.length ?? 0) > shortRecords
      if (isLongAgain) remember(subject, bytes)
      return Option.fromNullable(history)
    })

  return (subject: SubjectId, bound: ActBound): Read<Option.Option<SubjectHistory>> => {
    if (long.has(subject)) return readLong(subject, bound)
    return Effect.flatMap(together(subject), (found): Read<Option.Option<SubjectHistory>> => {
      if (found === undefined) return Effect.succeedNone
      if (found._tag === "Long" || !fits(bound, found.rows)) return readLong(subject, bound)
      const { rows } = found
      return Effect.asSome(Effect.zipRight(take(shortBytes(rows)), shortHistory(operation, subject, rows)))
    })
  }
}

/** Reads the histories of all subjects with a verified link to an account, within one bound, ordered by id. */
export const makeReadLinkedHistories = (
  run: TenantStore["run"],
  statements: LedgerStatements,
  budget: HistoryBudget,
) => {
  const operation = "linkedHistories"
  const take = makeTake(operation, budget)
  const readLongs = makeLongReads(run, statements, take)
  const limit = rowsFor(1)

  return Effect.fnUntraced(function* (externalId: string, bound: ActBound) {
    const rows = yield* run(operation, rowsOf(statements.selectLinkedHistories(externalId, limit)))
    const groups = Array.from(rowsBySubject(rows)).sort(([left], [right]) => compareCodeUnits(left, right))
    if (rows.length < limit && fits(bound, rows) && !groups.some(([, own]) => isLong(own))) {
      yield* take(shortBytes(rows))
      return yield* Effect.forEach(groups, ([id, own]) => shortHistory(operation, subjectIdOf(id), own))
    }
    const subjects = yield* run(operation, rowsOf(statements.selectLinkedSubjects(externalId, bound.acts)))
    const ids = subjects.map((row) => subjectIdOf(textOf(row["id"]))).sort(compareCodeUnits)
    return (yield* readLongs(operation, ids, bound)).histories
  })
}
