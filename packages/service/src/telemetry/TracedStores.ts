/**
 * The storage ports with a span and a measurement around each operation: which operation of which store it was, and
 * never an id or a value (wire.md 6).
 *
 * @module
 */
import type * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import { ConsentEvidence } from "@consent-service/core/ports/ConsentEvidence"
import { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import { DocumentRegistry } from "@consent-service/core/ports/DocumentRegistry"
import { ExperimentReader } from "@consent-service/core/ports/ExperimentReader"
import { IdentityLinks } from "@consent-service/core/ports/IdentityLinks"
import { ManifestArchive } from "@consent-service/core/ports/ManifestArchive"
import type { StoreError } from "@consent-service/core/ports/StoreError"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { QueryMeasured } from "./Instruments.js"

type Traced = <A>(effect: Effect.Effect<A, StoreError>) => Effect.Effect<A, StoreError>

/** An interruption is nobody's failure. */
const failureOf = (exit: Exit.Exit<unknown, StoreError>): string | null => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return null
  return Option.match(Cause.failureOption(exit.cause), { onNone: () => "Defect", onSome: ({ _tag }) => _tag })
}

const tracing =
  (measured: (query: QueryMeasured) => void, entity: string) =>
  (operation: string): Traced => {
    const span = {
      kind: "client",
      captureStackTrace: false,
      attributes: { "db.operation": operation, "db.entity": entity },
    } as const
    return (effect) =>
      Effect.suspend(() => {
        const startedAt = performance.now()
        return Effect.onExit(effect, (exit) =>
          Effect.sync(() =>
            measured({ operation, entity, durationMs: performance.now() - startedAt, failure: failureOf(exit) }),
          ),
        )
      }).pipe(Effect.withSpan(`cs.db.${operation}`, span))
  }

type Operation = (operation: string) => Traced

const ledgerOf = (ledger: Context.Tag.Service<ConsentLedger>, traced: Operation) => {
  const [append, history, histories, acts, ping] = [
    traced("append"),
    traced("history"),
    traced("linkedHistories"),
    traced("linkedActs"),
    traced("ping"),
  ]
  return ConsentLedger.of({
    append: (draft) => append(ledger.append(draft)),
    history: (subject) => history(ledger.history(subject)),
    linkedHistories: (account) => histories(ledger.linkedHistories(account)),
    linkedActs: (account, types) => acts(ledger.linkedActs(account, types)),
    ping: ping(ledger.ping),
  })
}

const linksOf = (links: Context.Tag.Service<IdentityLinks>, traced: Operation) => {
  const link = traced("link")
  return IdentityLinks.of({ link: (subject, wanted) => link(links.link(subject, wanted)) })
}

const experimentsOf = (reader: Context.Tag.Service<ExperimentReader>, traced: Operation) => {
  const decisions = traced("decisions")
  return ExperimentReader.of({ decisions: (query) => decisions(reader.decisions(query)) })
}

const documentsOf = (registry: Context.Tag.Service<DocumentRegistry>, traced: Operation) => {
  const [publish, versions] = [traced("publish"), traced("versions")]
  return DocumentRegistry.of({
    publish: (release) => publish(registry.publish(release)),
    versions: (types) => versions(registry.versions(types)),
  })
}

const archiveOf = (archive: Context.Tag.Service<ManifestArchive>, traced: Operation) => {
  const [keep, find] = [traced("keep"), traced("find")]
  return ManifestArchive.of({
    keep: (entries) => keep(archive.keep(entries)),
    find: (id) => find(archive.find(id)),
  })
}

const evidenceOf = (evidence: Context.Tag.Service<ConsentEvidence>, traced: Operation) => {
  const find = traced("find")
  return ConsentEvidence.of({ find: (consentId) => find(evidence.find(consentId)) })
}

/** Wraps every operation of the stores in a span `cs.db.<operation>`, and tells `measured` what it came to. */
export const tracedStores = <E, R>(
  stores: Layer.Layer<SqlStores.Stores, E, R>,
  measured: (query: QueryMeasured) => void,
): Layer.Layer<SqlStores.Stores, E, R> =>
  Layer.map(stores, (inner) => {
    const on = (entity: string) => tracing(measured, entity)
    return Context.make(ConsentLedger, ledgerOf(Context.get(inner, ConsentLedger), on("consent"))).pipe(
      Context.add(IdentityLinks, linksOf(Context.get(inner, IdentityLinks), on("link"))),
      Context.add(ExperimentReader, experimentsOf(Context.get(inner, ExperimentReader), on("experiment"))),
      Context.add(DocumentRegistry, documentsOf(Context.get(inner, DocumentRegistry), on("document"))),
      Context.add(ManifestArchive, archiveOf(Context.get(inner, ManifestArchive), on("manifest"))),
      Context.add(ConsentEvidence, evidenceOf(Context.get(inner, ConsentEvidence), on("evidence"))),
    )
  })
