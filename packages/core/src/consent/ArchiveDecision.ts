/**
 * Archives the basis of a decision so that the notice can be shown again: the manifest by its revision and the texts by
 * their digest, each once.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import type { Archived, Archive } from "../ports/Archive.js"
import type { StoreError } from "../ports/StoreError.js"
import { withArchiveEntry } from "./plan/LogEntries.js"
import { archivedTexts } from "./plan/ArchivedTexts.js"
import { textsFor } from "../visitor/ResolveVisitor.js"
import type { PolicyDecision } from "./record/ConsentRecord.js"

/** The archived parts of a decision. */
export const archiveOf = (
  manifest: CompiledManifest,
  { language, policy }: PolicyDecision,
): readonly [manifest: Archived, texts: Archived] => [
  { id: manifest.document.revision, content: JSON.stringify(manifest.document) },
  archivedTexts(textsFor(manifest, policy, language)),
]

/**
 * Archives the basis of decisions; parts that this process has already archived cost nothing.
 *
 * @param salts - of entries for the evidence log; null where nothing is logged
 */
export const makeArchivist = (
  archive: Context.Tag.Service<Archive>,
  manifest: CompiledManifest,
  salts: (() => string) | null,
): ((decision: PolicyDecision) => Effect.Effect<void, StoreError>) => {
  const kept = new Set<string | null>()
  return (decision) => {
    if (kept.has(decision.manifestRevision) && kept.has(decision.textsDigest)) return Effect.void
    return Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const [document, texts] = archiveOf(manifest, decision)
      const archived =
        salts === null
          ? [document, texts]
          : [withArchiveEntry(document, "manifest", now, salts), withArchiveEntry(texts, "texts", now, salts)]
      yield* archive.keep(archived)
      for (const { id } of archived) kept.add(id)
    })
  }
}
