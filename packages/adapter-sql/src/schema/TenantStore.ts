/** The common part of all stores of one tenant: tables, schema check, and how operations run. */
import { untilSuccess } from "@consent-service/core/primitives"
import type { StoreError } from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { defaultTablePrefix } from "./Tables.js"
import type { Dialect } from "../dialect/Dialect.js"
import { bounded, guard } from "../statement/Guard.js"
import { isInTransaction } from "../statement/InTransaction.js"
import { type Applied, type Database, databaseOf, mismatchOf, readApplied, statusOf } from "./SchemaState.js"
import { shortRecordsFrom } from "./ShortRecords.js"
import { fitsKey, isPlain } from "../statement/Columns.js"

/** The tenant, the tables, and the timeout. */
export interface StoreOptions {
  /** Null, the default, is the scope without a tenant. */
  readonly tenant?: string | null
  /** `cs_` by default. */
  readonly tablePrefix?: string
  /** Timeout of an operation, which then counts as unreachable; 5,000 by default. */
  readonly timeoutMs?: number
}

/** {@link StoreOptions} of a layer, which reads the tenant from `Tenant`. */
export type StoreLayerOptions = Omit<StoreOptions, "tenant">

/** A tenant's part of a database. */
export interface TenantStore {
  readonly database: Database
  /** As in the port. */
  readonly tenant: string | null
  /** As stored: empty for the scope without a tenant. */
  readonly tenantKey: string
  readonly timeoutMs: number
  /** Since when the texts of records may be stored short, in epoch milliseconds; Infinity until the schema is known. */
  readonly shortRecordsFrom: () => number
  /** Runs an operation of a port once the schema is known to be up to date; `timeoutMs` bounds it unless told otherwise. */
  readonly run: <A, E>(
    operation: string,
    effect: Effect.Effect<A, E>,
    patienceMs?: number,
  ) => Effect.Effect<A, StoreError>
}

const checkSchema = (database: Database, settings: Dialect["prepare"]) =>
  Effect.gen(function* () {
    yield* settings
    const applied = yield* readApplied(database)
    const mismatch = mismatchOf(statusOf(database, applied))
    return mismatch === null ? applied : yield* mismatch
  })

/**
 * The problem of a tenant's name, or null. Drivers replace ill-formed text: two tenants would be
 * stored, and served, as one.
 *
 * @example
 * ```ts
 * import { tenantProblem } from "@consent-service/adapter-sql/SqlConsentStore"
 *
 * tenantProblem("shop") // null
 * ```
 */
export const tenantProblem = (tenant: string): string | null => {
  if (tenant === "") return "a tenant cannot be the empty string"
  if (!isPlain(tenant)) return "a tenant must be well-formed text without U+0000"
  return fitsKey(tenant) ? null : "a tenant can have at most 255 characters"
}

const storeOf = (database: Database, { tenant = null, timeoutMs = 5_000 }: StoreOptions): TenantStore => {
  // Has its own timeout: all callers wait for the one check, so a hanging one would block later callers, too.
  let shortFrom = Infinity
  let isChecked = false
  const remember = (applied: Applied) => {
    shortFrom = shortRecordsFrom(applied)
  }
  const schemaChecked = untilSuccess(
    Effect.map(bounded(timeoutMs)(checkSchema(database, database.dialect.prepare)), (applied) => {
      remember(applied)
      isChecked = true
    }),
  )
  // On the transaction's connection: it may be the only one, so that a check outside would wait for the transaction's end.
  const checkedWithin = Effect.map(checkSchema(database, database.dialect.inspect), remember)
  const ready = Effect.withFiberRuntime<void, Effect.Effect.Error<typeof schemaChecked>>((caller) =>
    !isChecked && isInTransaction(caller) ? checkedWithin : schemaChecked,
  )
  return {
    database,
    tenant,
    tenantKey: tenant ?? "",
    timeoutMs,
    shortRecordsFrom: () => shortFrom,
    run: (operation, effect, patienceMs = timeoutMs) => guard(operation, patienceMs)(Effect.zipRight(ready, effect)),
  }
}

/**
 * A tenant's store over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 */
export const openStore = (options: StoreOptions): Effect.Effect<TenantStore, never, SqlClient> => {
  const problem = typeof options.tenant === "string" ? tenantProblem(options.tenant) : null
  return problem === null
    ? Effect.map(databaseOf(options.tablePrefix ?? defaultTablePrefix), (database) => storeOf(database, options))
    : Effect.dieMessage(problem)
}
