/**
 * The stores of a tenant, for commands.
 *
 * @module
 */
import type { LogInconsistent } from "@consent-service/core/evidence-log"
import {
  type Archive,
  type ConsentStore,
  type DocumentStore,
  type EvidenceStores,
  type StoreError,
  type StoredEvidence,
  Tenant,
} from "@consent-service/core/ports"
import type { Patience } from "@consent-service/core/primitives"
import { clientFromUrl, type Purpose } from "@consent-service/adapter-sql/ClientFromUrl"
import { parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import { tenantProblem } from "@consent-service/adapter-sql/SqlConsentStore"
import type { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { type CommandResult, type Given, usageError } from "./Command.js"
import { databaseOptions, namedDatabase } from "./DatabaseOption.js"

/** The options that name a tenant's stores. */
export const tenantOptions = {
  ...databaseOptions,
  tenant: { type: "string", help: "the tenant; default: the single-tenant scope" },
} as const

/** A command that could not do what it was asked for. */
export const failed = (error: string): CommandResult => ({ ok: false, data: { error }, error, lines: [] })

/** Nothing was found: a forgotten or misspelled tenant leads to that, too. */
export const notFound = (given: Given, what: string): CommandResult => {
  const tenant = given.value("tenant")
  return failed(
    tenant === null
      ? `${what} in the single-tenant scope; for the records of a tenant, add --tenant`
      : `${what} in the tenant ${JSON.stringify(tenant)}; check --tenant`,
  )
}

/** What is wrong and what to do; nothing of a driver's own words, which may hold the URL. */
export const problemOf = (error: DatabaseUnusable | StoreError): string => {
  switch (error._tag) {
    case "SchemaMismatch":
      return `cannot read the database: ${error.message}`
    case "DatabaseUnusable":
      return `the database cannot be opened: ${error.message}`
    case "StoreUnreachable":
      return "the database cannot be reached; check --database, and that the server accepts connections"
    case "StoreFailed":
      return "the database cannot answer; check that --database names a database that consent-service migrate has run on"
  }
}

/** The path of an SQLite file that is not there; null for a file that is, and for every other database. */
export const missingFile = (url: string): string | null => {
  const database = Either.getOrNull(parseDatabaseUrl(url))
  if (database?._tag !== "Sqlite" || database.filename === ":memory:") return null
  return existsSync(database.filename) ? null : database.filename
}

type TenantPorts = ConsentStore | DocumentStore | Archive | EvidenceStores | StoredEvidence

const withStores = async <A, E extends DatabaseUnusable | StoreError>(
  purpose: Purpose,
  given: Given,
  use: Effect.Effect<A, E, TenantPorts>,
  toResult: (value: A) => CommandResult,
): Promise<CommandResult> => {
  const database = namedDatabase(given)
  if (Either.isLeft(database)) return usageError(database.left)
  const tenant = given.value("tenant")
  const problem = tenant === null ? null : tenantProblem(tenant)
  if (problem !== null) return usageError(`--tenant: ${problem}`)
  const { tablePrefix, url } = database.right
  const missing = missingFile(url)
  if (missing !== null) {
    return failed(`there is no file ${missing}; check --database, or create it with consent-service migrate`)
  }
  const stores = Layer.merge(SqlStores.layer({ tablePrefix }), SqlEvidenceLog.layerStored({ tablePrefix })).pipe(
    Layer.provide(Layer.merge(Tenant.layer(tenant), clientFromUrl(url, purpose))),
  )
  const found = await Effect.runPromise(Effect.either(Effect.provide(use, stores)))
  return Either.isLeft(found) ? failed(problemOf(found.left)) : toResult(found.right)
}

/** Reads from the stores that a command is called with; a result that says why where that is not possible. */
export const reading = <A, E extends DatabaseUnusable | StoreError>(
  given: Given,
  read: Effect.Effect<A, E, TenantPorts>,
  toResult: (value: A) => CommandResult,
): Promise<CommandResult> => withStores("reading", given, read, toResult)

/** The same for what writes to them, too. */
export const writing = <A, E extends DatabaseUnusable | StoreError>(
  given: Given,
  write: Effect.Effect<A, E, TenantPorts>,
  toResult: (value: A) => CommandResult,
): Promise<CommandResult> => withStores("writing", given, write, toResult)

/** How long commands wait for the log: a service that runs needs about a second. */
export const waiting: Patience = { every: "250 millis", most: 120 }

/** A tree that is not what was signed is no trouble of a store: it is found by `verify`. */
export const orInconsistent = <A, E, R>(effect: Effect.Effect<A, E | LogInconsistent, R>) =>
  Effect.catchIf(
    effect,
    (error): error is Extract<E | LogInconsistent, LogInconsistent> =>
      typeof error === "object" && error !== null && "_tag" in error && error._tag === "LogInconsistent",
    ({ message }) => Effect.succeed({ inconsistent: message }),
  )
