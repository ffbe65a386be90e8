/**
 * Every storage port on one SQL database.
 *
 * @module
 */
import {
  Archive,
  ConsentStore,
  DocumentStore,
  type Observer,
  type OnStore,
  type OperationKinds,
  passingOn,
  type SchemaMismatch,
  type StoreError,
  StoreUnreachable,
  Tenant,
} from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { clientFromUrl } from "./ClientFromUrl.js"
import { DatabaseUnusable } from "./DatabaseUnusable.js"
import { type DeferredLayer, deferLayer } from "./client/DeferredLayer.js"
import type { StoreLayerOptions } from "./schema/TenantStore.js"
import * as Migrations from "./Migrations.js"
import * as SqlArchive from "./SqlArchive.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"

/** Every storage port. */
export type Stores = ConsentStore | DocumentStore | Archive

/** Every store over the database of the client in context, for the tenant that `Tenant` in context names. */
export const layer = (options: StoreLayerOptions = {}): Layer.Layer<Stores, never, SqlClient> =>
  Layer.mergeAll(SqlConsentStore.layer(options), SqlDocumentStore.layer(options), SqlArchive.layer(options))

/** Migrates the database that {@link layerFromUrl} or {@link layerFromClient} opens. */
export class Migrator extends Context.Tag("@consent-service/adapter-sql/SqlStores/Migrator")<
  Migrator,
  {
    /** Runs the pending migrations in order; returns the ids of those that ran. See `Migrations.migrate`. */
    readonly migrate: Effect.Effect<ReadonlyArray<string>, DatabaseUnusable | SchemaMismatch, Observer>
  }
>() {}

const consentStore: OperationKinds<ConsentStore["Type"]> = {
  append: "function",
  link: "function",
  history: "function",
  linkedHistories: "function",
  linkedActs: "function",
  decisions: "function",
  evidence: "function",
  ping: "effect",
}
const documentStore: OperationKinds<DocumentStore["Type"]> = { publish: "function", versions: "function" }
const archive: OperationKinds<Archive["Type"]> = { keep: "function", find: "function" }

/** Runs an operation on a store of a database that is opened when it is first needed. */
const onStoreOf =
  ({ current, get }: DeferredLayer<Stores, DatabaseUnusable>) =>
  <Id extends Stores, Store extends object>(tag: Context.Tag<Id, Store>): OnStore<Store> =>
  (operation, use) => {
    const open = current()
    if (open !== null) return use(Context.get(open, tag))
    return Effect.matchEffect(get, {
      onFailure: (cause): Effect.Effect<never, StoreError> => new StoreUnreachable({ operation, cause }),
      onSuccess: (context) => use(Context.get(context, tag)),
    })
  }

const disposed = new DatabaseUnusable({ message: "the service has been disposed of", transient: false })

/**
 * Like {@link layer}, over a client that is opened when the first operation needs it, and opened again by the next
 * operation when that failed: a database that is away fails operations with `StoreUnreachable`, and never the layer.
 */
export const layerFromClient = <E>(
  client: Layer.Layer<SqlClient, E>,
  options: StoreLayerOptions = {},
): Layer.Layer<Stores | Migrator> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const tenant = yield* Tenant
      const stores = Layer.provide(layer(options), Tenant.layer(tenant))
      const usable = Layer.mapError(client, (error) =>
        error instanceof DatabaseUnusable
          ? error
          : new DatabaseUnusable({ message: `the given client layer failed: ${String(error)}`, transient: false }),
      )
      const opened = deferLayer(Layer.provideMerge(stores, usable), disposed)
      yield* Effect.addFinalizer(() => opened.close)
      const on = onStoreOf(opened)
      const migrate = Effect.flatMap(opened.get, (context) => Effect.provide(Migrations.migrate(options), context))
      return Context.make(ConsentStore, passingOn(tenant, consentStore, on(ConsentStore))).pipe(
        Context.add(DocumentStore, passingOn(tenant, documentStore, on(DocumentStore))),
        Context.add(Archive, passingOn(tenant, archive, on(Archive))),
        Context.add(Migrator, { migrate }),
      )
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
 */
export const layerFromUrl = (url: string, options: StoreLayerOptions = {}): Layer.Layer<Stores | Migrator> =>
  layerFromClient(clientFromUrl(url), options)
