/**
 * An instance's database: its ledger and its migrations, opened when first needed.
 *
 * @module
 */
import { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlConsentLedger from "@consent-service/adapter-sql/SqlConsentLedger"
import type { Observation } from "@consent-service/core/observation/Observation"
import { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import { Observer } from "@consent-service/core/ports/Observer"
import { type SchemaMismatch, type StoreError, StoreUnreachable } from "@consent-service/core/ports/StoreError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ResolvedOptions } from "../options/Options.js"
import { clientLayer } from "./ClientLayer.js"
import { defer } from "./Deferred.js"

type Ledger = Context.Tag.Service<ConsentLedger>

export interface Database {
  readonly ledger: Ledger
  /** Runs the pending migrations; gives their ids. */
  readonly migrate: Effect.Effect<ReadonlyArray<string>, DatabaseUnusable | SchemaMismatch>
  readonly close: Effect.Effect<void>
}

const disposed = new DatabaseUnusable({ message: "the service has been disposed of", transient: false })

/** Opens nothing yet. */
export const openDatabase = (options: ResolvedOptions, observe: (observation: Observation) => void): Database => {
  const client = clientLayer(options.database)
  const opened = defer(Layer.provideMerge(SqlConsentLedger.layer({ tenant: options.tenantId }), client), disposed)

  const withLedger = <A>(operation: string, use: (ledger: Ledger) => Effect.Effect<A, StoreError>) =>
    opened.get.pipe(
      Effect.mapError((cause) => new StoreUnreachable({ operation, cause })),
      Effect.flatMap((context) => use(Context.get(context, ConsentLedger))),
    )

  return {
    ledger: {
      append: (draft) => withLedger("append", (ledger) => ledger.append(draft)),
      history: (subject) => withLedger("history", (ledger) => ledger.history(subject)),
      ping: withLedger("ping", (ledger) => ledger.ping),
    },
    migrate: Effect.flatMap(opened.get, (context) =>
      Migrations.migrate().pipe(Effect.provide(Context.add(context, Observer, observe))),
    ),
    close: opened.close,
  }
}
