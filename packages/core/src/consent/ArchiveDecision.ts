/**
 * What a decision rests on, kept so that the notice can be shown again: the manifest by its revision and the texts by
 * their digest, each once.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { archiveEntry, type DrawSalt } from "../evidence-log/QueuedEntries.js"
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import type { Archived, Archive } from "../ports/Archive.js"
import type { StoreError } from "../ports/StoreError.js"
import { archivedTexts } from "./plan/ArchivedTexts.js"
import { textsFor } from "../visitor/ResolveVisitor.js"
import type { PolicyDecision } from "./record/ConsentRecord.js"

/** What is to be kept of a decision. */
export const archiveOf = (
  manifest: CompiledManifest,
  { language, policy }: PolicyDecision,
): ReadonlyArray<Archived> => [
  { id: manifest.document.revision, content: JSON.stringify(manifest.document) },
  archivedTexts(textsFor(manifest, policy, language)),
]

/** With the entries that they queue; the first is the manifest, as {@link archiveOf} gives them. */
const logged = (archived: ReadonlyArray<Archived>, receivedAt: number, draw: DrawSalt): ReadonlyArray<Archived> =>
  archived.map(({ content, id }, at) => ({
    id,
    content,
    entry: archiveEntry({ digest: id, what: at === 0 ? "manifest" : "texts" }, receivedAt, draw),
  }))

/** Keeps what decisions rest on; what this process has seen kept already costs nothing more. */
export const makeArchivist = (
  archive: Context.Tag.Service<Archive>,
  manifest: CompiledManifest,
  draw: DrawSalt | null,
): ((decision: PolicyDecision) => Effect.Effect<void, StoreError>) => {
  const kept = new Set<string>()
  return (decision) => {
    if (kept.has(decision.manifestRevision) && kept.has(decision.textsDigest ?? "")) return Effect.void
    const entries = archiveOf(manifest, decision)
    const keep =
      draw === null
        ? archive.keep(entries)
        : Effect.flatMap(Clock.currentTimeMillis, (now) => archive.keep(logged(entries, now, draw)))
    return Effect.map(keep, () => {
      for (const { id } of entries) kept.add(id)
    })
  }
}
