/** The ports beside the ledger, in the smallest form that keeps their word. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createHmac } from "node:crypto"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import { DocumentRegistry, PublishOutcome } from "../ports/DocumentRegistry.js"
import { type Archived, ManifestArchive } from "../ports/ManifestArchive.js"
import { TokenMac } from "../ports/TokenMac.js"

/** Signs as Node does. */
export const macLayer = Layer.succeed(TokenMac, {
  sign: (key, text) => Effect.sync(() => createHmac("sha256", key).update(text, "utf8").digest()),
})

/** A registry that holds just these versions. */
export const registryOf = (documents: ReadonlyArray<LegalDocument>) =>
  Layer.succeed(DocumentRegistry, {
    publish: ({ hash }) =>
      Effect.suspend(() => {
        const document = documents.find((one) => one.hash === hash)
        return document === undefined ? Effect.dieMessage("a closed registry") : Effect.succeed(document)
      }).pipe(Effect.map((document) => PublishOutcome.Unchanged({ document }))),
    versions: (types) => Effect.sync(() => documents.filter(({ type }) => types.includes(type))),
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
