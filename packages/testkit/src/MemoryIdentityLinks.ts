/**
 * The links of subjects in memory, for tests: the laws of the port and nothing else.
 *
 * @module
 */
import type { IdentityLink } from "@consent-service/core/consent/ConsentRecord"
import { IdentityLinks, LinkOutcome } from "@consent-service/core/ports/IdentityLinks"
import type { SubjectId } from "@consent-service/core/subject/SubjectId"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { MemoryStore } from "./MemoryConsentLedger.js"

const linkIn = (store: MemoryStore, tenant: string | null, id: SubjectId, asked: IdentityLink): LinkOutcome => {
  const subject = store.subjects.get(id)
  if (subject === undefined || subject.tenant !== tenant) return LinkOutcome.UnknownSubject()
  const { link } = subject
  if (link?.verified === true && !asked.verified) {
    return link.externalId === asked.externalId && link.identityProvider === asked.identityProvider
      ? LinkOutcome.Unchanged()
      : LinkOutcome.HeldByVerified()
  }
  store.subjects.set(id, { ...subject, link: { ...asked } })
  return LinkOutcome.Linked()
}

/** The links of a tenant's subjects, over the store of his ledger. */
export const make = (store: MemoryStore, tenant: string | null): Context.Tag.Service<IdentityLinks> => ({
  link: (subject, link) => Effect.sync(() => linkIn(store, tenant, subject, link)),
})

/** {@link make} as a layer. */
export const layerMemory = (options: {
  readonly tenant?: string | null
  readonly store: MemoryStore
}): Layer.Layer<IdentityLinks> => Layer.sync(IdentityLinks, () => make(options.store, options.tenant ?? null))
