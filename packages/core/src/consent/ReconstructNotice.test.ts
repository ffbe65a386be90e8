import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import { type Archived, Archive } from "../ports/Archive.js"
import type { RecordedEvidence } from "../ports/ConsentStore.js"
import { DocumentStore } from "../ports/DocumentStore.js"
import { StoreUnreachable } from "../ports/StoreError.js"
import { archiveOf, documentsOf, storeOf } from "../testing/Ports.js"
import { documentVersion, policyDecision, storedRecord } from "../testing/RecordItems.js"
import { type Notice, reconstructNotice } from "./ReconstructNotice.js"

const banner = { ...storedRecord, decisionId: policyDecision.id }
const act = { ...storedRecord, type: "privacy_policy", documentId: "1" }
const [version, newer] = [documentVersion("1", 1), documentVersion("2", 2)]
const manifest = { id: "manifest 1", content: '{"appName":"Shop"}' }
const texts = { id: "texts 1", content: '{"language":"de"}' }

/** What the stores hold. */
interface Held {
  readonly found: RecordedEvidence | null
  readonly archived?: ReadonlyArray<Archived>
  readonly versions?: ReadonlyArray<LegalDocument>
}

const storesOf = ({ archived = [], found, versions = [] }: Held) =>
  Layer.mergeAll(
    storeOf({
      evidence: (id) => Effect.succeed(Option.filter(Option.fromNullable(found), ({ record }) => record.id === id)),
    }),
    archiveOf([archived]),
    documentsOf(versions),
  )

const noticeOf = (held: Held, id = storedRecord.id) => Effect.provide(reconstructNotice(id), storesOf(held))

/** The notice of the stored record. */
const shown = (held: Held): Effect.Effect<Notice, unknown> => Effect.flatten(noticeOf(held))

describe("the notice of a record", () => {
  it.effect("is the rule, the manifest and the texts of a banner's record", () =>
    Effect.gen(function* () {
      const found = { record: banner, decision: policyDecision }
      assert.deepStrictEqual(yield* shown({ found, archived: [manifest, texts] }), {
        record: banner,
        decision: policyDecision,
        manifest: { appName: "Shop" },
        texts: { language: "de" },
        document: null,
        missing: [],
      })
    }),
  )

  it.effect("is the very version of the document that the record references, superseded or not", () =>
    Effect.gen(function* () {
      const found = { record: act, decision: null }
      const { document, missing } = yield* shown({ found, versions: [newer, version] })
      assert.deepStrictEqual([document, missing], [version, []])
    }),
  )

  it.effect("is empty, with nothing missing, for a record of neither a policy nor a document", () =>
    Effect.gen(function* () {
      const nothing = { decision: null, manifest: null, texts: null, document: null, missing: [] }
      const found = { record: storedRecord, decision: null }
      const stores = Layer.mergeAll(
        storeOf({ evidence: () => Effect.succeedSome(found) }),
        // Neither is read.
        Layer.mock(Archive, { tenant: null }),
        Layer.mock(DocumentStore, { tenant: null }),
      )
      const notice = yield* Effect.provide(reconstructNotice(storedRecord.id), stores)
      assert.deepStrictEqual(Option.getOrNull(notice), { record: storedRecord, ...nothing })
    }),
  )

  it.effect("names what is lost, and guesses nothing", () =>
    Effect.gen(function* () {
      const lost = yield* shown({ found: { record: { ...banner, documentId: "1" }, decision: policyDecision } })
      assert.deepInclude(lost, { decision: policyDecision, manifest: null, texts: null, document: null })
      assert.deepStrictEqual(lost.missing, ["manifest", "texts", "document"])
    }),
  )

  it.effect.each([null, "unreadable"] as const)("without its decision (%j) names the decision alone", (decision) =>
    Effect.gen(function* () {
      const found = { record: banner, decision }
      const lost = yield* shown({ found, archived: [manifest, texts] })
      assert.deepInclude(lost, { decision: null, manifest: null, texts: null, document: null })
      assert.deepStrictEqual(lost.missing, ["decision"])
    }),
  )

  it.effect("names archived parts that are not JSON as missing", () =>
    Effect.gen(function* () {
      const found = { record: banner, decision: policyDecision }
      const archived = [{ ...manifest, content: "{" }, texts]
      const damaged = yield* shown({ found, archived })
      assert.deepStrictEqual([damaged.manifest, damaged.missing], [null, ["manifest"]])
    }),
  )

  it.effect("lacks its texts where it was decided before texts were archived", () =>
    Effect.gen(function* () {
      const found = { record: banner, decision: { ...policyDecision, textsDigest: null } }
      const old = yield* shown({ found, archived: [manifest, texts] })
      assert.deepStrictEqual([old.texts, old.missing], [null, ["texts"]])
    }),
  )

  it.effect.prop(
    "shows every part that is stored, and names every part that the record had and that is lost",
    [
      FastCheck.record({
        decided: FastCheck.boolean(),
        about: FastCheck.boolean(),
        decision: FastCheck.constantFrom(policyDecision, null, "unreadable" as const),
        archived: FastCheck.subarray([manifest, texts]),
        versions: FastCheck.subarray([newer, version]),
      }),
    ],
    ([{ about, archived, decided, decision, versions }]) =>
      Effect.gen(function* () {
        const record = { ...act, decisionId: decided ? "rpd_1" : null, documentId: about ? "1" : null }
        const isReadable = decided && decision === policyDecision
        const found = { record, decision: decided ? decision : null }
        const { missing, ...parts } = yield* shown({ found, archived, versions })
        assert.deepStrictEqual(parts, {
          record,
          decision: isReadable ? policyDecision : null,
          manifest: isReadable && archived.includes(manifest) ? { appName: "Shop" } : null,
          texts: isReadable && archived.includes(texts) ? { language: "de" } : null,
          document: about && versions.includes(version) ? version : null,
        })
        const had: ReadonlyArray<keyof typeof parts> = [
          ...(decided ? (["decision"] as const) : []),
          ...(isReadable ? (["manifest", "texts"] as const) : []),
          ...(about ? (["document"] as const) : []),
        ]
        assert.deepStrictEqual(
          missing,
          had.filter((part) => parts[part] === null),
        )
      }),
  )

  it.effect("is none for an unknown record", () =>
    Effect.gen(function* () {
      const found = { record: banner, decision: policyDecision }
      assert.isTrue(Option.isNone(yield* noticeOf({ found }, "cns_unknown")))
      assert.isTrue(Option.isNone(yield* noticeOf({ found: null })))
    }),
  )

  it.effect("fails as a store does", () =>
    Effect.gen(function* () {
      const error = new StoreUnreachable({ operation: "find", cause: "refused" })
      const held = { found: { record: banner, decision: policyDecision } }
      const broken = Layer.mock(Archive, { tenant: null, find: () => Effect.fail(error) })
      const notice = reconstructNotice(banner.id).pipe(Effect.provide(broken), Effect.provide(storesOf(held)))
      assert.strictEqual(yield* Effect.flip(notice), error)
    }),
  )
})
