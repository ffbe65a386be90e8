/**
 * Brings a database's schema up to date, on request only.
 *
 * A migration is recorded only after all of its statements have run. Any number of processes may migrate concurrently:
 * each migration runs in one of them, the others wait. A run that was killed resumes where it stopped.
 *
 * @module
 */
import { currentObserver, type SchemaMismatch } from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import { driverErrors } from "./statement/DriverError.js"
import { bounded, mapCause, MigrationLocked, retryLostRaces } from "./statement/Guard.js"
import { rowsOf } from "./statement/Queries.js"
import type { Migration } from "./schema/Schema.js"
import {
  type Database,
  databaseOf,
  readApplied,
  recordMigration,
  refusalOf,
  SchemaStatus,
  sqlText,
  statusOf,
} from "./schema/SchemaState.js"
import { defaultTablePrefix } from "./schema/Tables.js"
import { orUnusable, toUnusable } from "./schema/Unusable.js"

export { SchemaStatus } from "./schema/SchemaState.js"

/** The tables, and the timeouts. */
export interface MigrationOptions {
  /** `cs_` by default. */
  readonly tablePrefix?: string
}

/** A migration that would run. */
export interface PlannedMigration {
  readonly id: string
  /** All of its statements, in order. Running these by hand migrates the schema and records it. */
  readonly statements: ReadonlyArray<string>
}

/** Waits for another migrating process: checks every 100 ms, for about two minutes. */
const lockAttempts = 1_200

/** The timeout of reading the schema. */
const lookTimeoutMs = 10_000

const look = <A, E, R>(effect: Effect.Effect<A, E, R>) => effect.pipe(retryLostRaces(60), bounded(lookTimeoutMs))

const currentStatus = (database: Database) =>
  Effect.map(readApplied(database), (applied) => statusOf(database, applied))

/**
 * Runs a statement that a killed run or another node may have run already: the migration locks of a Galera
 * cluster exclude the processes of one node only, so it may fail because another node was faster.
 */
const runUnlessDone = <A, E>(statement: Effect.Effect<A, E>, isDone: Effect.Effect<boolean, E>) =>
  Effect.unlessEffect(
    Effect.catchAll(statement, (error) =>
      Effect.if(
        Effect.orElseSucceed(isDone, () => false),
        { onTrue: () => Effect.void, onFalse: () => Effect.fail(error) },
      ),
    ),
    isDone,
  )

/** The row is the last statement: a migration that stopped half-way is not on record. */
const runMigration = (database: Database, migration: Migration) =>
  Effect.gen(function* () {
    for (const { isDone, statement } of migration.steps) yield* runUnlessDone(rowsOf(statement), isDone)
    const record = recordMigration(database, migration, yield* Clock.currentTimeMillis)
    const isRecorded = Effect.map(
      readApplied(database),
      (applied) => applied.get(migration.id)?.checksum === migration.checksum,
    )
    yield* runUnlessDone(rowsOf(record), isRecorded)
  })

/** Runs the first pending migration, if there still is one when the lock is held. */
const runNext = (database: Database) =>
  database.dialect.exclusively(database.tables.migrations)(
    Effect.gen(function* () {
      yield* rowsOf(database.createMigrationsTable)
      const applied = yield* readApplied(database)
      const refusal = refusalOf(statusOf(database, applied))
      if (refusal !== null) return yield* refusal
      const next = database.migrations.find(({ id }) => !applied.has(id))
      if (next === undefined) return Option.none<string>()
      yield* runMigration(database, next)
      return Option.some(next.id)
    }),
  )

/**
 * A Galera node interrupts a statement that conflicts with a schema change of another node. Starting the migration again
 * finds the remaining work.
 */
const asLostRace = Effect.catchAllCause(<E>(cause: Cause.Cause<E>) =>
  driverErrors(cause).some(({ code }) => code === "ER_QUERY_INTERRUPTED")
    ? new MigrationLocked({ message: "a schema change on another node interrupted this one" })
    : Effect.failCause(cause),
)

const runPending = (database: Database) =>
  Effect.gen(function* () {
    const observe = yield* currentObserver
    const ran: Array<string> = []
    while (true) {
      const start = yield* Clock.currentTimeMillis
      const id = yield* retryLostRaces(lockAttempts)(asLostRace(runNext(database)))
      if (Option.isNone(id)) return ran
      ran.push(id.value)
      observe({ _tag: "MigrationApplied", id: id.value, durationMs: (yield* Clock.currentTimeMillis) - start })
    }
  })

/**
 * How the schema of the database relates to this version of the code.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as Migrations from "@consent-service/adapter-sql/Migrations"
 * import * as Effect from "effect/Effect"
 *
 * const state = Effect.provide(Migrations.status(), clientFromUrl("sqlite:./consent.db"))
 * ```
 */
export const status = (options: MigrationOptions = {}): Effect.Effect<SchemaStatus, DatabaseUnusable, SqlClient> =>
  databaseOf(options.tablePrefix ?? defaultTablePrefix).pipe(Effect.flatMap(currentStatus), look, mapCause(toUnusable))

/** The statements a migration still has to run, those around its steps included. */
const planMigration = (database: Database, migration: Migration, isFirst: boolean) =>
  Effect.gen(function* () {
    const { dialect, tables } = database
    const lacksTable = isFirst && !(yield* dialect.catalog.hasTable(tables.migrations))
    const missing = yield* Effect.filter(migration.steps, ({ isDone }) => isDone, { negate: true })
    const statements = [
      ...(lacksTable ? [database.createMigrationsTable] : []),
      ...missing.map(({ statement }) => statement),
      recordMigration(database, migration, yield* Clock.currentTimeMillis),
    ]
    return { id: migration.id, statements: statements.map(sqlText) } satisfies PlannedMigration
  })

const planOf = (database: Database) =>
  Effect.gen(function* () {
    const applied = yield* readApplied(database)
    const refusal = refusalOf(statusOf(database, applied))
    if (refusal !== null) return yield* refusal
    const pending = database.migrations.filter(({ id }) => !applied.has(id))
    return yield* Effect.forEach(pending, (migration, index) => planMigration(database, migration, index === 0))
  })

/**
 * The statements that {@link migrate} would run. Sends only queries.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as Migrations from "@consent-service/adapter-sql/Migrations"
 * import * as Effect from "effect/Effect"
 *
 * const pending = Effect.provide(Migrations.plan({ tablePrefix: "cs_" }), clientFromUrl("sqlite:./consent.db"))
 * ```
 */
export const plan = (
  options: MigrationOptions = {},
): Effect.Effect<ReadonlyArray<PlannedMigration>, DatabaseUnusable | SchemaMismatch, SqlClient> =>
  databaseOf(options.tablePrefix ?? defaultTablePrefix).pipe(Effect.flatMap(planOf), look, orUnusable)

/**
 * Runs the pending migrations in order, and reports each to the observer in context once it is recorded. A schema that is newer
 * than this code, or that was altered, is refused and not changed.
 *
 * @returns the ids of those that ran here; empty when the schema is up to date or another process migrated it
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as Migrations from "@consent-service/adapter-sql/Migrations"
 * import * as Effect from "effect/Effect"
 *
 * const applied = Effect.provide(Migrations.migrate(), clientFromUrl("sqlite:./consent.db"))
 * ```
 */
export const migrate = (
  options: MigrationOptions = {},
): Effect.Effect<ReadonlyArray<string>, DatabaseUnusable | SchemaMismatch, SqlClient> =>
  Effect.gen(function* () {
    const database = yield* databaseOf(options.tablePrefix ?? defaultTablePrefix)
    const found = yield* look(Effect.zipRight(database.dialect.prepare, currentStatus(database)))
    const refusal = refusalOf(found)
    if (refusal !== null) return yield* refusal
    return SchemaStatus.$is("UpToDate")(found) ? [] : yield* runPending(database)
  }).pipe(orUnusable, Effect.withTracerEnabled(false))
