/**
 * A document registry in memory, for tests: the laws of the port and nothing else.
 *
 * @module
 */
import {
  currentDocument,
  type DocumentRelease,
  type LegalDocument,
  legalDocumentId,
} from "@consent-service/core/legal-document/LegalDocument"
import { DocumentRegistry, PublishOutcome } from "@consent-service/core/ports/DocumentRegistry"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Versions of all tenants, by id, which holds the tenant. */
export type DocumentStore = Map<string, LegalDocument & { readonly tenant: string | null }>

const publishIn = (
  store: DocumentStore,
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

/** A tenant's registry over a store. */
export const make = (store: DocumentStore, tenant: string | null): Context.Tag.Service<DocumentRegistry> => ({
  publish: (release) => Effect.map(Clock.currentTimeMillis, (now) => publishIn(store, tenant, release, now)),
  versions: (types) =>
    Effect.sync(() =>
      Array.from(store.values())
        .filter((version) => version.tenant === tenant && types.includes(version.type))
        .map(({ tenant: _, ...document }) => document),
    ),
})

/** A tenant's registry over a store of its own. */
export const layerMemory = (options: { readonly tenant?: string | null } = {}): Layer.Layer<DocumentRegistry> =>
  Layer.sync(DocumentRegistry, () => make(new Map(), options.tenant ?? null))
