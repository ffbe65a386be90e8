/**
 * Every storage port on one SQL database.
 *
 * @module
 */
import { lazyStores, Observer, type SchemaMismatch, type Stores } from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { clientFromUrl } from "./ClientFromUrl.js"
import { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import type { StoreLayerOptions } from "./schema/TenantStore.js"
import * as Migrations from "./Migrations.js"
import * as SqlArchive from "./SqlArchive.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"

export type { Stores } from "@consent-service/core/ports"

/**
 * Every store over the database of the client in context, for the tenant that `Tenant` in context names.
 *
 * @example
 * ```ts
 * const stores = layer().pipe(Layer.provide(clientFromUrl("sqlite:./consent.db")))
 * ```
 */
export const layer = (options: StoreLayerOptions = {}): Layer.Layer<Stores, never, SqlClient> =>
  Layer.mergeAll(SqlConsentStore.layer(options), SqlDocumentStore.layer(options), SqlArchive.layer(options))

/**
 * Migrates the database that {@link layerFromUrl} or {@link layerFromClient} opens.
 *
 * @example
 * ```ts
 * const applied = yield* Effect.flatMap(Migrator, ({ migrate }) => migrate)
 * ```
 */
export class Migrator extends Context.Tag("@consent-service/adapter-sql/SqlStores/Migrator")<
  Migrator,
  {
    /** Runs the pending migrations in order; returns the ids of those that ran. See `Migrations.migrate`. */
    readonly migrate: Effect.Effect<ReadonlyArray<string>, DatabaseUnusable | SchemaMismatch>
  }
>() {}

const disposed = new DatabaseUnusable({ message: "the service has been disposed", transient: false })

/**
 * Like {@link layer}, over a client that is opened when the first operation needs it, and opened again by the next
 * operation when that failed: a database that is away fails operations with `StoreUnreachable`, and never the layer.
 *
 * @example
 * ```ts
 * const stores = layerFromClient(clientFromUrl("sqlite:./consent.db"))
 * ```
 */
export const layerFromClient = <E>(
  client: Layer.Layer<SqlClient, E>,
  options: StoreLayerOptions = {},
): Layer.Layer<Stores | Migrator> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const usable = Layer.mapError(client, (error) =>
        error instanceof DatabaseUnusable
          ? error
          : new DatabaseUnusable({ message: `the given client layer failed: ${String(error)}`, transient: false }),
      )
      const { opened, stores } = yield* lazyStores(Layer.provideMerge(layer(options), usable), disposed)
      const migrate = Effect.flatMap(opened, (context) => Effect.provide(Migrations.migrate(options), context))
      return Context.add(stores, Migrator, { migrate: Effect.provideService(migrate, Observer, yield* Observer) })
    }),
  )

/**
 * {@link layerFromClient} for the database that a URL names: `sqlite:<file>`, `postgres://…` or `mysql://…`.
 *
 * The driver is an optional peer dependency, loaded when the database is opened. While it is not installed, operations
 * fail with `StoreUnreachable`, whose cause is a `DatabaseUnusable` that names the package to install.
 *
 * ```ts
 * const stores = SqlStores.layerFromUrl("postgres://user:password@host/consents")
 * ```
 *
 * @example
 * ```ts
 * const stores = layerFromUrl("postgres://user:password@host/consent")
 * ```
 */
export const layerFromUrl = (url: string, options: StoreLayerOptions = {}): Layer.Layer<Stores | Migrator> =>
  layerFromClient(clientFromUrl(url), options)
