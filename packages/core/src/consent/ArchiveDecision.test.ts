import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { archiveStatement, commitTo } from "../evidence/Statement.js"
import { compileManifest } from "../manifest/CompiledManifest.js"
import { type Archived, Archive } from "../ports/Archive.js"
import { StoreUnreachable } from "../ports/StoreError.js"
import { start } from "../testing/EvidenceVectors.js"
import { archiveOf as archiveIn } from "../testing/Ports.js"
import { policyDecision } from "../testing/RecordItems.js"
import { archiveOf, makeArchivist } from "./ArchiveDecision.js"
import type { PolicyDecision } from "./record/ConsentRecord.js"

const manifest = compileManifest({}, { hosting: "self-hosted", geolocation: true })
const manifestRevision = manifest.document.revision

/** A decision under the manifest, for a visitor of a language. */
const decisionIn = (language: string): PolicyDecision => {
  const decision = { ...policyDecision, language, manifestRevision }
  return { ...decision, textsDigest: archiveOf(manifest, decision)[1].id }
}

const [german, french] = [decisionIn("de"), decisionIn("fr")]

/** Archives decisions one after another, in one process. */
const archiving = (decisions: ReadonlyArray<PolicyDecision>, salts: (() => string) | null = null) => {
  const kept: Array<ReadonlyArray<Archived>> = []
  return Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const archive = makeArchivist(yield* Archive, manifest, salts)
    yield* Effect.forEach(decisions, archive)
    return kept
  }).pipe(Effect.provide(archiveIn(kept)))
}

describe("the archive of what visitors are shown", () => {
  it.effect("receives the published manifest and the texts of the visitor's language", () =>
    Effect.gen(function* () {
      const kept = yield* archiving([german])
      assert.deepStrictEqual(kept, [archiveOf(manifest, german)])
      const [document, texts] = kept.flat()
      assert.strictEqual(document?.id, manifestRevision)
      assert.deepStrictEqual(JSON.parse(document?.content ?? ""), JSON.parse(JSON.stringify(manifest.document)))
      assert.strictEqual(texts?.id, german.textsDigest)
      assert.strictEqual(JSON.parse(texts?.content ?? "").language, "de")
    }),
  )

  it.effect("receives each text once, and every text that some visitor was shown", () =>
    Effect.gen(function* () {
      const kept = yield* archiving([german, german, french, german, french])
      assert.deepStrictEqual(kept, [archiveOf(manifest, german), archiveOf(manifest, french)])
    }),
  )

  it.effect("receives the parts of a decision that names no texts each time, because it may not have them", () =>
    Effect.gen(function* () {
      const unnamed = { ...german, textsDigest: null }
      assert.lengthOf(yield* archiving([german, unnamed, unnamed]), 3)
    }),
  )

  it.effect("receives the log entry of each part, where a log is kept", () =>
    Effect.gen(function* () {
      const salts = ["the manifest's salt---", "the texts' salt-------"]
      const kept = yield* archiving([german], () => salts.shift() ?? "")
      const entryOf = (digest: string, what: "manifest" | "texts", salt: string) => {
        const { commitment } = commitTo(archiveStatement({ digest, what }), salt)
        return { kind: 4 as const, id: digest, receivedAt: start, salt, commitment, statement: null }
      }
      const [document, texts] = archiveOf(manifest, german)
      assert.deepEqual(kept.flat(), [
        { ...document, entry: entryOf(document.id, "manifest", "the manifest's salt---") },
        { ...texts, entry: entryOf(texts.id, "texts", "the texts' salt-------") },
      ])
    }),
  )

  it.effect("is tried again with the next save when it failed", () =>
    Effect.gen(function* () {
      const error = new StoreUnreachable({ operation: "keep", cause: "refused" })
      let calls = 0
      const keep = () => Effect.suspend(() => ((calls += 1) === 1 ? Effect.fail(error) : Effect.void))
      const archive = makeArchivist({ tenant: null, keep, find: () => Effect.succeedNone }, manifest, null)
      assert.strictEqual(yield* Effect.flip(archive(german)), error)
      yield* archive(german)
      yield* archive(german)
      assert.strictEqual(calls, 2)
    }),
  )
})
