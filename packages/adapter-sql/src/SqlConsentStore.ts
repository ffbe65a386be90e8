/**
 * The consent store on an SQL database: SQLite, PostgreSQL, MySQL or MariaDB, depending on the client in context.
 *
 * Appends that arrive together are committed together, in one transaction of at most three insert-once statements; only
 * for known subjects, a query counts their records first. Short histories that are requested
 * together are one query; a long one is read alone, in chunks, within a memory budget that all readers share. That an
 * act has one record, and a subject one tenant, are constraints of the database. No operation runs before the schema
 * is known to be up to date.
 *
 * @module
 */
import { ConsentStore, Tenant } from "@consent-service/core/ports"
import { defaultReadBound } from "@consent-service/core/consent"
import { untilSuccess } from "@consent-service/core/primitives"
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeAppend } from "./consent/Append.js"
import { makeFindEvidence } from "./consent/Evidence.js"
import { makeCountDecisions } from "./consent/ExperimentCounts.js"
import { makeReadHistory, makeReadLinkedHistories } from "./consent/Histories.js"
import { makeLink } from "./consent/IdentityLinks.js"
import { makeHistoryBudget } from "./consent/LongHistories.js"
import { makeReadLinkedActs } from "./consent/LedgerReads.js"
import type { Shards } from "./distribution/Shards.js"
import { bounded } from "./statement/Guard.js"
import { rowsOf } from "./statement/Queries.js"
import { longTexts, shortTexts } from "./consent/RecordTexts.js"
import { ledgerStatements } from "./consent/Statements.js"
import { openStore, type StoreLayerOptions, type StoreOptions, type TenantStore } from "./schema/TenantStore.js"
import { fitsKey } from "./statement/Columns.js"

export { tenantProblem } from "./schema/TenantStore.js"

/** The shards of a cluster: all that need them wait for the one look. */
const shardsOf = ({ database: { dialect, tables }, timeoutMs }: TenantStore): Shards =>
  dialect.cluster === null ? null : untilSuccess(bounded(timeoutMs)(dialect.cluster.readShards(tables.subject)))

const storeOf = (store: TenantStore, clock: Clock.Clock): Context.Tag.Service<ConsentStore> => {
  const { database, run, tenant, tenantKey, timeoutMs } = store
  const statements = ledgerStatements(database, tenantKey, () =>
    clock.unsafeCurrentTimeMillis() < store.shortRecordsFrom() ? longTexts : shortTexts,
  )
  const readLinkedActs = makeReadLinkedActs(run, statements)
  const budget = makeHistoryBudget(clock)
  const shards = shardsOf(store)
  const readHistory = makeReadHistory(run, statements, budget, shards)
  const readLinkedHistories = makeReadLinkedHistories(run, statements, budget)
  return {
    tenant,
    append: makeAppend(database, statements, timeoutMs, run, shards),
    link: makeLink(store),
    history: (subject, bound = defaultReadBound) => readHistory(subject, bound),
    linkedHistories: (externalId, bound = defaultReadBound) =>
      fitsKey(externalId) ? readLinkedHistories(externalId, bound) : Effect.succeed([]),
    linkedActs: (externalId, requested) => {
      const types = fitsKey(externalId) ? requested.filter(fitsKey) : []
      return types.length === 0 ? Effect.succeed([]) : readLinkedActs({ externalId, types })
    },
    decisions: makeCountDecisions(store),
    evidence: makeFindEvidence(store),
    ping: run("ping", Effect.asVoid(rowsOf(statements.selectNoSubject))),
  }
}

/**
 * The consent store of one tenant over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 *
 * @example
 * ```ts
 * import * as SqlConsentStore from "@consent-service/adapter-sql/SqlConsentStore"
 * import * as Effect from "effect/Effect"
 *
 * const evidence = Effect.flatMap(SqlConsentStore.make({ tenant: "shop" }), (store) => store.evidence("cns_11"))
 * ```
 */
export const make = (options: StoreOptions = {}): Effect.Effect<Context.Tag.Service<ConsentStore>, never, SqlClient> =>
  Effect.zipWith(openStore(options), Effect.clock, storeOf)

/**
 * {@link make} as a layer, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as SqlConsentStore from "@consent-service/adapter-sql/SqlConsentStore"
 * import * as Layer from "effect/Layer"
 *
 * const store = SqlConsentStore.layer().pipe(Layer.provide(clientFromUrl("sqlite:./consent.db")))
 * ```
 */
export const layer = (options: StoreLayerOptions = {}): Layer.Layer<ConsentStore, never, SqlClient> =>
  Layer.effect(
    ConsentStore,
    Effect.flatMap(Tenant, (tenant) => make({ ...options, tenant })),
  )
