/**
 * An instance's database: its stores and its migrations, opened when first needed.
 *
 * @module
 */
import { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import type { Observation } from "@consent-service/core/observation/Observation"
import { ConsentEvidence } from "@consent-service/core/ports/ConsentEvidence"
import { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import { DocumentRegistry } from "@consent-service/core/ports/DocumentRegistry"
import { ExperimentReader } from "@consent-service/core/ports/ExperimentReader"
import { IdentityLinks } from "@consent-service/core/ports/IdentityLinks"
import { ManifestArchive } from "@consent-service/core/ports/ManifestArchive"
import { Observer } from "@consent-service/core/ports/Observer"
import { type SchemaMismatch, type StoreError, StoreUnreachable } from "@consent-service/core/ports/StoreError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ResolvedOptions } from "../options/Options.js"
import { clientLayer } from "./ClientLayer.js"
import { defer } from "./Deferred.js"

export interface Database {
  /** Every storage port; a database that cannot be opened fails their operations, not the layer. */
  readonly stores: Layer.Layer<SqlStores.Stores>
  /** Runs the pending migrations; gives their ids. */
  readonly migrate: Effect.Effect<ReadonlyArray<string>, DatabaseUnusable | SchemaMismatch>
  readonly close: Effect.Effect<void>
}

const disposed = new DatabaseUnusable({ message: "the service has been disposed of", transient: false })

/** Runs an operation on a store that is opened when it is first needed. */
type OnStore = <Id extends SqlStores.Stores, Store, A>(
  tag: Context.Tag<Id, Store>,
  operation: string,
  use: (store: Store) => Effect.Effect<A, StoreError>,
) => Effect.Effect<A, StoreError>

const storesOver = (on: OnStore): Layer.Layer<SqlStores.Stores> =>
  Layer.mergeAll(
    Layer.succeed(ConsentLedger, {
      append: (draft) => on(ConsentLedger, "append", (ledger) => ledger.append(draft)),
      history: (subject) => on(ConsentLedger, "history", (ledger) => ledger.history(subject)),
      linkedHistories: (account) => on(ConsentLedger, "linkedHistories", (ledger) => ledger.linkedHistories(account)),
      linkedActs: (account, types) => on(ConsentLedger, "linkedActs", (ledger) => ledger.linkedActs(account, types)),
      ping: on(ConsentLedger, "ping", (ledger) => ledger.ping),
    }),
    Layer.succeed(IdentityLinks, {
      link: (subject, link) => on(IdentityLinks, "link", (links) => links.link(subject, link)),
    }),
    Layer.succeed(ExperimentReader, {
      decisions: (query) => on(ExperimentReader, "decisions", (reader) => reader.decisions(query)),
    }),
    Layer.succeed(DocumentRegistry, {
      publish: (release) => on(DocumentRegistry, "publish", (registry) => registry.publish(release)),
      versions: (types) => on(DocumentRegistry, "versions", (registry) => registry.versions(types)),
    }),
    Layer.succeed(ManifestArchive, {
      keep: (entries) => on(ManifestArchive, "keep", (archive) => archive.keep(entries)),
      find: (id) => on(ManifestArchive, "find", (archive) => archive.find(id)),
    }),
    Layer.succeed(ConsentEvidence, {
      find: (consentId) => on(ConsentEvidence, "find", (evidence) => evidence.find(consentId)),
    }),
  )

/** Opens nothing yet. */
export const openDatabase = (options: ResolvedOptions, observe: (observation: Observation) => void): Database => {
  const client = clientLayer(options.database)
  const prefix = options.tablePrefix === null ? {} : { tablePrefix: options.tablePrefix }
  const stores = SqlStores.layer({ tenant: options.tenantId, ...prefix })
  const opened = defer(Layer.provideMerge(stores, client), disposed)

  const on: OnStore = (tag, operation, use) =>
    opened.get.pipe(
      Effect.mapError((cause) => new StoreUnreachable({ operation, cause })),
      Effect.flatMap((context) => use(Context.get(context, tag))),
    )

  return {
    stores: storesOver(on),
    migrate: Effect.flatMap(opened.get, (context) =>
      Migrations.migrate(prefix).pipe(Effect.provide(Context.add(context, Observer, observe))),
    ),
    close: opened.close,
  }
}
