/** The ports beside the ledger, in the smallest form that keeps their word. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createHmac } from "node:crypto"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import type { IdentityLink } from "../consent/ConsentRecord.js"
import { ConsentLedger } from "../ports/ConsentLedger.js"
import { DocumentRegistry, PublishOutcome } from "../ports/DocumentRegistry.js"
import { IdentityLinks, type LinkOutcome } from "../ports/IdentityLinks.js"
import { type Archived, ManifestArchive } from "../ports/ManifestArchive.js"
import type { StoreError } from "../ports/StoreError.js"
import { TokenMac } from "../ports/TokenMac.js"

/** Signs as Node does. */
export const macLayer = Layer.succeed(TokenMac, {
  sign: (key, text) => Effect.sync(() => createHmac("sha256", key).update(text, "utf8").digest()),
})

/** A ledger that can do just this; asked for more, it dies. */
export const ledgerOf = (methods: Partial<Context.Tag.Service<ConsentLedger>>) => Layer.mock(ConsentLedger, methods)

/** Links that all come to the same, and every one that was asked for. */
export const linksOf = (outcome: Effect.Effect<LinkOutcome, StoreError>, asked: Array<IdentityLink> = []) =>
  Layer.succeed(IdentityLinks, {
    link: (_, link) =>
      Effect.suspend(() => {
        asked.push(link)
        return outcome
      }),
  })

/** A registry that holds just these versions, and every list of types it was asked for. */
export const registryOf = (documents: ReadonlyArray<LegalDocument>, asked: Array<ReadonlyArray<string>> = []) =>
  Layer.succeed(DocumentRegistry, {
    publish: ({ hash }) =>
      Effect.suspend(() => {
        const document = documents.find((one) => one.hash === hash)
        return document === undefined ? Effect.dieMessage("a closed registry") : Effect.succeed(document)
      }).pipe(Effect.map((document) => PublishOutcome.Unchanged({ document }))),
    versions: (types) =>
      Effect.sync(() => {
        asked.push(types)
        return documents.filter(({ type }) => types.includes(type))
      }),
  })

/** An archive, and every call of `keep`. */
export const archiveOf = (kept: Array<ReadonlyArray<Archived>> = []) =>
  Layer.succeed(ManifestArchive, {
    keep: (entries) =>
      Effect.sync(() => {
        kept.push(entries)
      }),
    find: (id) => Effect.sync(() => Option.fromNullable(kept.flat().find((one) => one.id === id)?.content)),
  })
