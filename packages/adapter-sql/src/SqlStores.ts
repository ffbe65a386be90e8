/**
 * All storage ports on one SQL database.
 *
 * @module
 */
import {
  EvidenceLog,
  evidenceLogOperations,
  EvidenceReader,
  Erasures,
  erasuresOperations,
  Records,
  recordsOperations,
  evidenceReaderOperations,
  type EvidenceStores,
  lazyStores,
  Observer,
  type SchemaMismatch,
  type Stores,
} from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { clientFromUrl } from "./ClientFromUrl.js"
import { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import type { StoreLayerOptions } from "./schema/TenantStore.js"
import * as Migrations from "./Migrations.js"
import { type DatabaseReadiness, databaseReadiness } from "./Readiness.js"
import { type PoolCounts, PoolUsage } from "./client/PoolUsage.js"
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
): Layer.Layer<Stores | EvidenceStores | Migrator | DatabaseHealth> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const usable = Layer.mapError(client, (error) =>
        error instanceof DatabaseUnusable
          ? error
          : new DatabaseUnusable({ message: `the given client layer failed: ${String(error)}`, transient: false }),
      )
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
      return stores.pipe(
        Context.add(EvidenceLog, lazily(EvidenceLog, evidenceLogOperations)),
        Context.add(EvidenceReader, lazily(EvidenceReader, evidenceReaderOperations)),
        Context.add(Erasures, lazily(Erasures, erasuresOperations)),
        Context.add(Records, lazily(Records, recordsOperations)),
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
): Layer.Layer<Stores | EvidenceStores | Migrator | DatabaseHealth> => layerFromClient(clientFromUrl(url), options)
