/**
 * The consent ledger on an SQL database: SQLite, PostgreSQL, MySQL or MariaDB, whichever the client in context is for.
 *
 * Appends that arrive together are committed together, in one transaction of at most three insert-once statements each
 * and no read, and reads that arrive together are one query. That an act has one record, and a subject one tenant, are
 * the database's own constraints. Nothing is served before the schema has been found up to date.
 *
 * @module
 */
import { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeAppend } from "./internal/Append.js"
import { makeReadHistory, makeReadLinkedActs } from "./internal/LedgerReads.js"
import { rowsOf } from "./internal/Queries.js"
import { readHistories } from "./internal/Row.js"
import { ledgerStatements } from "./internal/Statements.js"
import { openStore, type StoreOptions, type TenantStore } from "./internal/TenantStore.js"
import { fitsKey } from "./internal/Text.js"

export { tenantProblem } from "./internal/TenantStore.js"

/** Whose records, where, and how long to wait for them. */
export type SqlConsentLedgerOptions = StoreOptions

const ledgerOf = ({ database, run, tenantKey, timeoutMs }: TenantStore): Context.Tag.Service<ConsentLedger> => {
  const statements = ledgerStatements(database, tenantKey)
  const readLinkedActs = makeReadLinkedActs(run, statements)
  return {
    append: makeAppend(database, statements, timeoutMs, run),
    history: makeReadHistory(run, statements),
    linkedHistories: (externalId) =>
      fitsKey(externalId)
        ? run("linkedHistories", Effect.flatMap(rowsOf(statements.selectLinkedHistories(externalId)), readHistories))
        : Effect.succeed([]),
    linkedActs: (externalId, asked) => {
      const types = fitsKey(externalId) ? asked.filter(fitsKey) : []
      return types.length === 0 ? Effect.succeed([]) : readLinkedActs({ externalId, types })
    },
    ping: run("ping", Effect.asVoid(rowsOf(statements.selectNoSubject))),
  }
}

/**
 * A ledger of one tenant over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 */
export const make = (
  options: SqlConsentLedgerOptions = {},
): Effect.Effect<Context.Tag.Service<ConsentLedger>, never, SqlClient> => Effect.map(openStore(options), ledgerOf)

/** {@link make} as a layer. */
export const layer = (options: SqlConsentLedgerOptions = {}): Layer.Layer<ConsentLedger, never, SqlClient> =>
  Layer.effect(ConsentLedger, make(options))
