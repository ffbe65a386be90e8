/**
 * The evidence log in an SQL database: appends to its tree, and reads.
 *
 * @module
 */
import {
  Erasures,
  EvidenceLog,
  EvidenceReader,
  type EvidenceStores,
  Records,
  Statistics,
  StoredEvidence,
  Tenant,
} from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { erasuresOf } from "./erasure/Erasures.js"
import { logOf } from "./evidence-log/Log.js"
import { readerOf } from "./evidence-log/Reader.js"
import { recordsOf } from "./evidence-log/Records.js"
import { storedEvidenceOf } from "./evidence-log/StoredRows.js"
import { statisticsOf } from "./evidence-log/Statistics.js"
import { openStore, type StoreLayerOptions, type StoreOptions } from "./schema/TenantStore.js"

/**
 * The log of one tenant, which grows, over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 *
 * @example
 * ```ts
 * import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
 * import * as Effect from "effect/Effect"
 *
 * const released = Effect.flatMap(SqlEvidenceLog.makeLog({ tenant: "shop" }), (log) => log.release("process-1"))
 * ```
 */
export const makeLog = (
  options: StoreOptions = {},
): Effect.Effect<Context.Tag.Service<EvidenceLog>, never, SqlClient> => Effect.map(openStore(options), logOf)

/**
 * Reads one tenant's log, over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 *
 * @example
 * ```ts
 * import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
 * import * as Effect from "effect/Effect"
 *
 * const newest = Effect.flatMap(SqlEvidenceLog.makeReader({ tenant: "shop" }), (reader) => reader.checkpoint(0))
 * ```
 */
export const makeReader = (
  options: StoreOptions = {},
): Effect.Effect<Context.Tag.Service<EvidenceReader>, never, SqlClient> => Effect.map(openStore(options), readerOf)

/**
 * Erases what is on record of one tenant, over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 *
 * @example
 * ```ts
 * import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
 * import * as Effect from "effect/Effect"
 *
 * const holds = Effect.flatMap(SqlEvidenceLog.makeErasures({ tenant: "shop" }), (erasures) => erasures.legalHolds)
 * ```
 */
export const makeErasures = (
  options: StoreOptions = {},
): Effect.Effect<Context.Tag.Service<Erasures>, never, SqlClient> => Effect.map(openStore(options), erasuresOf)

/**
 * Reads one tenant's records in their order, over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 *
 * @example
 * ```ts
 * import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
 * import * as Effect from "effect/Effect"
 *
 * const first = Effect.flatMap(SqlEvidenceLog.makeRecords({ tenant: "shop" }), ({ read }) =>
 *   read({ from: "cns_", to: "cns_z" }, 100),
 * )
 * ```
 */
export const makeRecords = (
  options: StoreOptions = {},
): Effect.Effect<Context.Tag.Service<Records>, never, SqlClient> => Effect.map(openStore(options), recordsOf)

/**
 * Keeps and reads one tenant's counts, over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 *
 * @example
 * ```ts
 * import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
 * import * as Effect from "effect/Effect"
 *
 * const counted = Effect.flatMap(SqlEvidenceLog.makeStatistics({ tenant: "shop" }), ({ countLogged }) => countLogged)
 * ```
 */
export const makeStatistics = (
  options: StoreOptions = {},
): Effect.Effect<Context.Tag.Service<Statistics>, never, SqlClient> => Effect.map(openStore(options), statisticsOf)

/**
 * {@link makeLog}, {@link makeReader}, {@link makeErasures}, {@link makeRecords} and {@link makeStatistics} as a layer, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
 * import * as Layer from "effect/Layer"
 *
 * const log = SqlEvidenceLog.layer().pipe(Layer.provide(clientFromUrl("sqlite:./consent.db")))
 * ```
 */
export const layer = (options: StoreLayerOptions = {}): Layer.Layer<EvidenceStores, never, SqlClient> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* openStore({ ...options, tenant: yield* Tenant })
      return Context.make(EvidenceLog, logOf(store)).pipe(
        Context.add(EvidenceReader, readerOf(store)),
        Context.add(Erasures, erasuresOf(store)),
        Context.add(Records, recordsOf(store)),
        Context.add(Statistics, statisticsOf(store)),
      )
    }),
  )

/**
 * What is stored of the `Tenant` in context, for verification.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
 * import * as Layer from "effect/Layer"
 *
 * const stored = SqlEvidenceLog.layerStored().pipe(Layer.provide(clientFromUrl("sqlite:./consent.db", "reading")))
 * ```
 */
export const layerStored = (options: StoreLayerOptions = {}): Layer.Layer<StoredEvidence, never, SqlClient> =>
  Layer.effect(
    StoredEvidence,
    Effect.flatMap(Tenant, (tenant) => Effect.map(openStore({ ...options, tenant }), storedEvidenceOf)),
  )
