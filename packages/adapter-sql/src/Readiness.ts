/**
 * Whether the service can serve from its database now: reached, migrated, and writable.
 *
 * @module
 */
import { ConsentStore, type StoreError } from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { defaultTablePrefix } from "./schema/Tables.js"
import type { StoreLayerOptions } from "./schema/TenantStore.js"
import { type Database, databaseOf, readApplied, statusOf } from "./schema/SchemaState.js"
import { driverErrors, isContention, isUnreachable, isWrongServer } from "./statement/DriverError.js"
import { bounded, type TimedOut } from "./statement/Guard.js"
import { rowsOf } from "./statement/Queries.js"

/** The state of a database. For every state but `ready`, send the service no requests. */
export type DatabaseReadiness =
  | "ready"
  /** It cannot be reached, or did not respond in time. */
  | "unreachable"
  /** It responds but cannot be used: wrong credentials, a missing driver, a setting that could lose records. */
  | "unusable"
  /** It accepts no writes: a standby, a read-only file, or a user without the right to insert. */
  | "read-only"
  /** Migrations of this version are pending. */
  | "schema-behind"
  /** A newer version has migrated it. */
  | "schema-newer"
  /** It was migrated with other statements than this version's. */
  | "schema-altered"

const timeoutMs = 3_000

/**
 * Inserts no row. Every engine refuses it where it would refuse a save: on a standby, or without the right to insert.
 */
const insertNothing = ({ sql, tables }: Database) => {
  const table = sql(tables.consent)
  return rowsOf(sql`insert into ${table} select * from ${table} where 1 = 0`)
}

const refusalIn = (cause: Cause.Cause<unknown>): DatabaseReadiness => {
  const errors = driverErrors(cause)
  // Another process is writing, so the database is writable.
  if (errors.some(isContention)) return "ready"
  return errors.some((error) => isUnreachable(error) && !isWrongServer(error)) ? "unreachable" : "read-only"
}

const troubleIn = (cause: Cause.Cause<TimedOut | SqlError>): DatabaseReadiness => {
  const isLate = Option.exists(Cause.failureOption(cause), ({ _tag }) => _tag === "TimedOut")
  return isLate || driverErrors(cause).some(isUnreachable) ? "unreachable" : "unusable"
}

const storeTrouble = ({ _tag }: StoreError): DatabaseReadiness => {
  if (_tag === "SchemaMismatch") return "schema-newer"
  return _tag === "StoreUnreachable" ? "unreachable" : "unusable"
}

const writability = (database: Database): Effect.Effect<DatabaseReadiness> =>
  Effect.matchCause(insertNothing(database), { onFailure: refusalIn, onSuccess: () => "ready" })

const check = (database: Database, { ping }: ConsentStore["Type"]): Effect.Effect<DatabaseReadiness, SqlError> =>
  Effect.flatMap(readApplied(database), (applied) => {
    const status = statusOf(database, applied)
    if (status._tag === "Behind") return Effect.succeed<DatabaseReadiness>("schema-behind")
    if (status._tag === "Altered") return Effect.succeed<DatabaseReadiness>("schema-altered")
    // Running stores continue when a newer version migrates their schema; those that start afterwards refuse it.
    return Effect.matchEffect(ping, {
      onFailure: (error) => Effect.succeed(storeTrouble(error)),
      onSuccess: () => writability(database),
    })
  })

/**
 * Checks the database behind the stores in context, within three seconds. Changes nothing.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import { databaseReadiness } from "@consent-service/adapter-sql/Readiness"
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const stores = Layer.provideMerge(SqlStores.layer(), clientFromUrl("sqlite:./consent.db"))
 * const isReady = Effect.map(databaseReadiness(), (found) => found === "ready").pipe(Effect.provide(stores))
 * ```
 */
export const databaseReadiness = ({
  tablePrefix = defaultTablePrefix,
}: StoreLayerOptions = {}): Effect.Effect<DatabaseReadiness, never, SqlClient | ConsentStore> =>
  Effect.all([databaseOf(tablePrefix), ConsentStore]).pipe(
    Effect.flatMap(([database, store]) => check(database, store)),
    bounded(timeoutMs),
    Effect.catchAllCause((cause) => Effect.succeed(troubleIn(cause))),
    Effect.withTracerEnabled(false),
  )
