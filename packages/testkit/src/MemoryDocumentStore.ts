/**
 * A document store in memory, for tests: it keeps the laws of the port and does nothing else.
 *
 * @module
 */
import { DocumentStore, PublishOutcome, Tenant } from "@consent-service/core/ports"
import {
  currentDocument,
  type DocumentRelease,
  type LegalDocument,
  legalDocumentId,
} from "@consent-service/core/consent"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type MemoryLogs, queueIn } from "./MemoryEvidenceLog.js"

/** Versions of all tenants, by id, which holds the tenant. */
export type MemoryDocuments = Map<string, LegalDocument & { readonly tenant: string | null }>

const publishIn = (
  store: MemoryDocuments,
  tenant: string | null,
  release: DocumentRelease,
  now: number,
): PublishOutcome => {
  const versions = Array.from(store.values()).filter((version) => version.tenant === tenant)
  const current = currentDocument(versions, release.type)
  const id = legalDocumentId(tenant, release)
  const existing = store.get(id)
  if (existing !== undefined) {
    const { tenant: _, ...document } = existing
    if (document.version !== release.version || document.effectiveDate !== release.effectiveDate) {
      return PublishOutcome.Diverged({ document })
    }
    if (id === current?.id) return PublishOutcome.Unchanged({ document })
  }
  const document = { ...release, id, rank: Math.max(now, (current?.rank ?? 0) + 1) }
  store.set(id, { ...document, tenant })
  return PublishOutcome.Published({ document })
}

/**
 * A tenant's store over the shared state of several tenants.
 *
 * @param logs - where entries are queued
 *
 * @example
 * ```ts
 * import * as MemoryDocumentStore from "@consent-service/testkit/MemoryDocumentStore"
 *
 * const documents = MemoryDocumentStore.make(new Map(), "shop")
 * documents.tenant // "shop"
 * ```
 */
export const make = (
  store: MemoryDocuments,
  tenant: string | null,
  logs: MemoryLogs = new Map(),
): Context.Tag.Service<DocumentStore> => ({
  tenant,
  publish: (release, entry) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const outcome = publishIn(store, tenant, release, now)
      if (outcome._tag === "Published" && entry !== undefined) queueIn(logs, tenant, [entry])
      return outcome
    }),
  versions: (types) =>
    Effect.sync(() =>
      Array.from(store.values())
        .filter((version) => version.tenant === tenant && types.includes(version.type))
        .map(({ tenant: _, ...document }) => document),
    ),
})

/**
 * A store over new memory, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { DocumentStore } from "@consent-service/core/ports"
 * import * as MemoryDocumentStore from "@consent-service/testkit/MemoryDocumentStore"
 * import * as Effect from "effect/Effect"
 *
 * const versions = Effect.flatMap(DocumentStore, (store) => store.versions(["dpa"])).pipe(
 *   Effect.provide(MemoryDocumentStore.layerMemory()),
 * )
 * Effect.runSync(versions) // []
 * ```
 */
export const layerMemory = (options: { readonly logs?: MemoryLogs } = {}): Layer.Layer<DocumentStore> =>
  Layer.effect(
    DocumentStore,
    Effect.map(Tenant, (tenant) => make(new Map(), tenant, options.logs)),
  )
