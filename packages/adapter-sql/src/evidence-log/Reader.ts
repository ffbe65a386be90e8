/** What is stored of the evidence log of one tenant on an SQL database. */
import { EntryPlace, EvidenceReader } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { factsOf } from "./Facts.js"
import { findPlaced } from "./FindEntries.js"
import { bundleOf, checkpointOf, headOf, tileOf, timestampOf, unreadable } from "./LogRows.js"
import { logStatements } from "./LogStatements.js"
import { countedOf } from "../statistics/CountEntries.js"
import type { TenantStore } from "../schema/TenantStore.js"
import { integer, optionalInteger, reading, text } from "../statement/Columns.js"
import { found, rowsListed, rowsOf } from "../statement/Queries.js"

const readRows = <A>(statement: Statement<Row>, read: (row: Row) => A) =>
  Effect.flatMap(rowsOf(statement), (rows) => reading(() => rows.map(read)))

const readFirst = <A>(statement: Statement<Row>, read: (row: Row) => A) =>
  Effect.map(readRows(statement, read), ([first]) => Option.fromNullable(first))

/** Fails for a row whose text is not what was written there. */
const readTree = <A>(statement: Statement<Row>, read: (row: Row) => A | null) =>
  Effect.flatMap(readRows(statement, read), (values) => {
    const readable = values.filter((value) => value !== null)
    return readable.length === values.length ? Effect.succeed(readable) : unreadable()
  })

const stateOf = (row: Row) => ({
  origin: text(row["origin"]),
  openedAt: integer(row["opened_at"]),
  head: headOf(row),
  counted: countedOf(row),
  queued: integer(row["queued"]),
  oldestQueued: optionalInteger(row["oldest_queued"]),
})

export const readerOf = ({ database, run, tenant, tenantKey }: TenantStore): Context.Tag.Service<EvidenceReader> => {
  const { sql, tables } = database
  const statements = logStatements(database, tenantKey)

  const locate = Effect.fnUntraced(function* (id: string, receivedAt: number) {
    // In this order: what is no longer queued is in the tree.
    if (yield* found(statements.selectQueuedEntry(id, receivedAt))) return EntryPlace.Queued()
    const placed = yield* findPlaced(statements, { id, receivedAt })
    return placed === null ? EntryPlace.Unknown() : EntryPlace.At(placed)
  })

  const listed = <A>(
    ids: ReadonlyArray<string>,
    select: (list: ReadonlyArray<string>) => Statement<Row>,
    read: (row: Row) => readonly [string, A],
  ) =>
    Effect.flatMap(
      rowsListed(ids, (list) => rowsOf(select(list))),
      (rows) => reading(() => new Map(rows.map(read))),
    )

  const ofTenant = sql`tenant = ${tenantKey}`
  return {
    tenant,
    state: run("state", readFirst(statements.selectState, stateOf)),
    checkpoint: (atLeast) => run("checkpoint", readFirst(statements.selectNewestCheckpoints(atLeast, 1), checkpointOf)),
    checkpoints: (from, limit) => run("checkpoints", readRows(statements.selectCheckpoints(from, limit), checkpointOf)),
    newestCheckpoints: (atLeast, limit) =>
      run("newestCheckpoints", readRows(statements.selectNewestCheckpoints(atLeast, limit), checkpointOf)),
    timestamps: (from, limit) => run("timestamps", readTree(statements.selectTimestamps(from, limit), timestampOf)),
    newestTimestamp: (authority) =>
      run(
        "newestTimestamp",
        Effect.map(readTree(statements.selectNewestTimestamp(authority), timestampOf), ([newest]) =>
          Option.fromNullable(newest),
        ),
      ),
    bundles: (first, count) => run("bundles", readTree(statements.selectBundles(first, count), bundleOf)),
    tiles: (ids) =>
      ids.length === 0 ? Effect.succeed([]) : run("tiles", readTree(statements.selectTiles(ids), tileOf)),
    locate: (id, receivedAt) => run("locate", locate(id, receivedAt)),
    consentFacts: (ids) =>
      run(
        "consentFacts",
        listed(
          ids,
          (list) => sql`select * from ${sql(tables.consent)} where ${ofTenant} and ${sql.in("id", list)}`,
          (row) => [text(row["id"]), factsOf(row)] as const,
        ),
      ),
    statements: (ids) =>
      run(
        "statements",
        listed(
          ids,
          (list) =>
            sql`select id, statement from ${sql(tables.logStatement)} where ${ofTenant} and ${sql.in("id", list)}`,
          (row) => [text(row["id"]), text(row["statement"])] as const,
        ),
      ),
  }
}
