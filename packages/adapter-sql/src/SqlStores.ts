/**
 * All storage ports on one SQL database.
 *
 * @module
 */
import {
  ConsentStore,
  currentObserver,
  EvidenceLog,
  evidenceLogOperations,
  EvidenceReader,
  Erasures,
  erasuresOperations,
  Records,
  recordsOperations,
  Statistics,
  statisticsOperations,
  evidenceReaderOperations,
  type EvidenceStores,
  lazyStores,
  Observer,
  type SchemaMismatch,
  type Stores,
} from "@consent-service/core/ports"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { clientFromUrl } from "./ClientFromUrl.js"
import { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import { Distribution } from "./distribution/Distribution.js"
import type { StoreLayerOptions } from "./schema/TenantStore.js"
import * as Migrations from "./Migrations.js"
import { type DatabaseReadiness, databaseReadiness } from "./Readiness.js"
import { type PoolCounts, PoolUsage } from "./client/PoolUsage.js"
import { type GivenStores, readingLate } from "./replica/LateReads.js"
import { writtenTo } from "./replica/Positions.js"
import * as SqlArchive from "./SqlArchive.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"
import * as SqlEvidenceLog from "./SqlEvidenceLog.js"

export type { EvidenceStores, Stores } from "@consent-service/core/ports"

/**
 * All stores over the database of the client in context, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 * import * as Layer from "effect/Layer"
 *
 * const stores = SqlStores.layer().pipe(Layer.provide(clientFromUrl("sqlite:./consent.db")))
 * ```
 */
export const layer = (options: StoreLayerOptions = {}): Layer.Layer<Stores | EvidenceStores, never, SqlClient> =>
  Layer.mergeAll(
    SqlConsentStore.layer(options),
    SqlDocumentStore.layer(options),
    SqlArchive.layer(options),
    SqlEvidenceLog.layer(options),
  )

/**
 * Migrates the database that {@link layerFromUrl} or {@link layerFromClient} opens.
 *
 * @example
 * ```ts
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 * import * as Effect from "effect/Effect"
 *
 * const applied = Effect.flatMap(SqlStores.Migrator, ({ migrate }) => migrate).pipe(
 *   Effect.provide(SqlStores.layerFromUrl("sqlite:./consent.db")),
 * )
 * ```
 */
export class Migrator extends Context.Tag("@consent-service/adapter-sql/SqlStores/Migrator")<
  Migrator,
  {
    /** Runs the pending migrations in order; returns the ids of those that ran. See `Migrations.migrate`. */
    readonly migrate: Effect.Effect<ReadonlyArray<string>, DatabaseUnusable | SchemaMismatch>
  }
>() {}

/**
 * The state of the database that {@link layerFromUrl} or {@link layerFromClient} opens.
 *
 * @example
 * ```ts
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 * import * as Effect from "effect/Effect"
 *
 * const readiness = Effect.flatMap(SqlStores.DatabaseHealth, (health) => health.readiness)
 * ```
 */
export class DatabaseHealth extends Context.Tag("@consent-service/adapter-sql/SqlStores/DatabaseHealth")<
  DatabaseHealth,
  {
    /** Whether the database accepts saves now; see `databaseReadiness`. */
    readonly readiness: Effect.Effect<DatabaseReadiness>
    /** How much of the connection pool is in use; null where there is no pool. */
    readonly pool: () => PoolCounts | null
  }
>() {}

const disposed = new DatabaseUnusable({ message: "the service has been disposed", transient: false })

const usableClient = <E>(client: Layer.Layer<SqlClient, E>): Layer.Layer<SqlClient, DatabaseUnusable> =>
  Layer.mapError(client, (error) =>
    error instanceof DatabaseUnusable
      ? error
      : new DatabaseUnusable({ message: `the given client layer failed: ${String(error)}`, transient: false }),
  )

/**
 * A read replica, by its URL or a client: experiments, statistics and lists of records are read from it, and histories
 * within a bound. Everything else, and whatever it cannot answer, stays with the database.
 */
export interface ReadReplica {
  readonly client: string | Layer.Layer<SqlClient, unknown>
  /**
   * How late histories may be, in milliseconds; null, the default, leaves them to the database. Only PostgreSQL can tell how
   * late a replica is.
   */
  readonly historyLagMs?: number | null
}

const lateReads = (
  given: GivenStores<unknown>,
  { client, historyLagMs = null }: ReadReplica,
  options: StoreLayerOptions,
) =>
  Effect.flatMap(currentObserver, (observe) => {
    const usable = typeof client === "string" ? clientFromUrl(client, "reading") : usableClient(client)
    return readingLate(given, Layer.provideMerge(layer(options), usable), {
      historyLagMs,
      observe,
      whenClosed: disposed,
    })
  })

/**
 * Like {@link layer}, over a client that is opened when the first operation needs it, and opened again by the next
 * operation when that failed: an unavailable database fails operations with `StoreUnreachable`, never the layer.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 *
 * const stores = SqlStores.layerFromClient(clientFromUrl("sqlite:./consent.db"))
 * ```
 */
export const layerFromClient = <E>(
  client: Layer.Layer<SqlClient, E>,
  options: StoreLayerOptions = {},
  replica: ReadReplica | null = null,
): Layer.Layer<Stores | EvidenceStores | Migrator | DatabaseHealth> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const usable = usableClient(client)
      const { lazily, opened, stores } = yield* lazyStores(Layer.provideMerge(layer(options), usable), disposed)
      const migrate = Effect.flatMap(opened, (context) => Effect.provide(Migrations.migrate(options), context))
      let pool: () => PoolCounts | null = () => null
      const readiness = Effect.matchEffect(opened, {
        onFailure: ({ transient }) => Effect.succeed<DatabaseReadiness>(transient ? "unreachable" : "unusable"),
        onSuccess: (context) => {
          pool = Option.getOrElse(Context.getOption(context, PoolUsage), () => () => null)
          return Effect.provide(databaseReadiness(options), context)
        },
      })
      const given = {
        store: Context.get(stores, ConsentStore),
        records: lazily(Records, recordsOperations),
        statistics: lazily(Statistics, statisticsOperations),
        // Of a cluster, the coordinator's position says nothing about what its nodes have.
        written: Effect.flatMap(opened, (context) =>
          Context.get(context, Distribution) === null
            ? writtenTo(Context.get(context, SqlClient))
            : Effect.succeed(null),
        ),
      }
      const { records, statistics, store } = replica === null ? given : yield* lateReads(given, replica, options)
      return stores.pipe(
        Context.add(ConsentStore, store),
        Context.add(EvidenceLog, lazily(EvidenceLog, evidenceLogOperations)),
        Context.add(EvidenceReader, lazily(EvidenceReader, evidenceReaderOperations)),
        Context.add(Erasures, lazily(Erasures, erasuresOperations)),
        Context.add(Records, records),
        Context.add(Statistics, statistics),
        Context.add(Migrator, { migrate: Effect.provideService(migrate, Observer, yield* Observer) }),
        Context.add(DatabaseHealth, { readiness, pool: () => pool() }),
      )
    }),
  )

/**
 * {@link layerFromClient} for the database that a URL names: `sqlite:<file>`, `postgres://…` or `mysql://…`.
 *
 * The driver is an optional peer dependency, loaded when the database is opened. While it is not installed, operations
 * fail with `StoreUnreachable`, whose cause is a `DatabaseUnusable` that names the package to install.
 *
 * @example
 * ```ts
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 *
 * const stores = SqlStores.layerFromUrl("postgres://user:password@host/consent")
 * ```
 */
export const layerFromUrl = (
  url: string,
  options: StoreLayerOptions = {},
  replica: ReadReplica | null = null,
): Layer.Layer<Stores | EvidenceStores | Migrator | DatabaseHealth> =>
  layerFromClient(clientFromUrl(url, "serving"), options, replica)
