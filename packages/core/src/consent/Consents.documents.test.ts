import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { noTokens, type TokenSettings } from "../instance/Instance.js"
import { type LegalDocument, legalDocumentId } from "../legal-document/LegalDocument.js"
import { Notebook } from "../testing/Notebook.js"
import { configured } from "../testing/Ports.js"
import { documentVersion } from "../testing/RecordItems.js"
import { type Change, recorded, refusalTag, savedAt, saveRequest, submissionOf } from "../testing/Saves.js"
import { documentClaims } from "../token/DocumentToken.js"
import { signToken } from "../token/Jws.js"
import { Consents } from "./Consents.js"

const type = "privacy_policy"

/** A version as a registry keeps it: under the id of its content. */
const versionOf = (name: string, rank: number, of = type): LegalDocument => {
  const version = documentVersion(name, rank, of)
  return { ...version, id: legalDocumentId(null, version) }
}

const [old, current] = [versionOf("1", 1), versionOf("2", 2)]
const published = [old, current, versionOf("3", 3, "dpa")]

const legalDocumentSnapshot = { signingKey: "a key of at least 32 characters!", ttlSeconds: 60, verifyOnSave: true }
const verifying: TokenSettings = { ...noTokens, legalDocumentSnapshot }
const ignoring: TokenSettings = {
  ...noTokens,
  legalDocumentSnapshot: { ...legalDocumentSnapshot, verifyOnSave: false },
}

/** What a person receives who is shown a version. */
const snapshotOf = ({ hash, type: of, version }: LegalDocument) => {
  const document = { type: of, version, hash, effectiveDate: "1970-01-01T00:00:00.000Z" }
  const claims = documentClaims(legalDocumentSnapshot, null, document, savedAt)
  return { documentSnapshotToken: signToken(legalDocumentSnapshot.signingKey, claims) }
}

const save = (change: Change = {}, tokens: TokenSettings = noTokens) =>
  Effect.flatMap(Consents, (consents) =>
    consents.record(submissionOf({ type, preferences: null, ...change }), saveRequest),
  ).pipe(Effect.provide(Layer.provide(Consents.layer, configured({ tokens }))))

/** Runs a test over a ledger and a registry of three versions. */
const withDocuments = <E>(
  test: (notebook: Notebook) => Effect.Effect<void, E, Consents | Layer.Layer.Success<Notebook["ports"]>>,
  documents: ReadonlyArray<LegalDocument> = published,
) =>
  Effect.suspend(() => {
    const notebook = new Notebook()
    notebook.documents.push(...documents)
    return TestClock.setTime(savedAt).pipe(Effect.zipRight(test(notebook)), Effect.provide(notebook.layer))
  })

describe("a consent to a legal document", () => {
  it.effect.each([
    ["the current version, where it names none", {}, current],
    ["the version with the hash it names, superseded or not", { policyHash: old.hash }, old],
    ["the version with the id it names", { policyId: old.id }, old],
  ] satisfies ReadonlyArray<[string, Change, LegalDocument]>)("references %s", ([, change, { id }]) =>
    withDocuments(() =>
      Effect.gen(function* () {
        assert.strictEqual(recorded(yield* save(change)).record.documentId, id)
      }),
    ),
  )

  it.effect("references no version where none is published", () =>
    withDocuments(
      () =>
        Effect.gen(function* () {
          assert.isNull(recorded(yield* save()).record.documentId)
        }),
      [],
    ),
  )

  it.effect.each([
    ["DocumentUnknown", { policyHash: `sha256:${"0".repeat(64)}` }],
    ["DocumentUnknown", { policyId: "pol_unknown" }],
    ["DocumentAmbiguous", { policyHash: old.hash, policyId: current.id }],
  ] satisfies ReadonlyArray<[string, Change]>)("is refused as %s, and nothing is written", ([tag, change]) =>
    withDocuments((notebook) =>
      Effect.gen(function* () {
        assert.strictEqual(refusalTag(yield* save(change)), tag)
        assert.isEmpty(notebook.appended)
      }),
    ),
  )

  it.effect("is two acts when it is about two versions, and one act when it is sent again", () =>
    withDocuments((notebook) =>
      Effect.gen(function* () {
        assert.isTrue(recorded(yield* save({ policyHash: old.hash })).created)
        assert.isTrue(recorded(yield* save({ policyHash: current.hash })).created)
        assert.isFalse(recorded(yield* save()).created)
        assert.lengthOf(notebook.records, 2)
      }),
    ),
  )

  it.effect("from the future is refused for its time, before its document is looked up", () =>
    withDocuments((notebook) =>
      Effect.gen(function* () {
        const future = { givenAt: savedAt + 3_600_000, policyId: "pol_unknown" }
        assert.strictEqual(refusalTag(yield* save(future)), "InputInvalid")
        assert.isEmpty(notebook.readTypes)
      }),
    ),
  )

  it.effect("is read together with all versions of its type, and other acts with none", () =>
    withDocuments((notebook) =>
      Effect.gen(function* () {
        const consents = yield* Consents
        const documentsOf = (subjectId: string) =>
          Effect.map(Effect.scoped(consents.read(subjectId)), (read) => Option.getOrThrow(read).documents)
        yield* save()
        yield* save({ type: "other", subjectId: "sub_b" })
        notebook.readTypes.length = 0
        assert.deepStrictEqual(yield* documentsOf("sub_a"), [old, current])
        assert.deepStrictEqual(yield* documentsOf("sub_b"), [])
        assert.deepStrictEqual(notebook.readTypes, [[type]])
      }),
    ),
  )
})

describe("the snapshot of a legal document", () => {
  it.effect("proves which version was shown, current or not", () =>
    withDocuments(() =>
      Effect.gen(function* () {
        for (const shown of [old, current]) {
          assert.strictEqual(recorded(yield* save(snapshotOf(shown), verifying)).record.documentId, shown.id)
        }
      }),
    ),
  )

  it.effect.each([
    ["DocumentSnapshotRequired", {}],
    ["DocumentSnapshotInvalid", { documentSnapshotToken: "x" }],
    ["DocumentSnapshotInvalid", { ...snapshotOf(old), policyHash: current.hash }],
    ["DocumentUnknown", { ...snapshotOf(current), policyId: "pol_unknown" }],
  ] satisfies ReadonlyArray<[string, Change]>)("is required where it is verified: %s", ([tag, change]) =>
    withDocuments((notebook) =>
      Effect.gen(function* () {
        assert.strictEqual(refusalTag(yield* save(change, verifying)), tag)
        assert.isEmpty(notebook.appended)
      }),
    ),
  )

  it.effect("expires by the server's clock; an act that was recorded with it is answered even then", () =>
    withDocuments((notebook) =>
      Effect.gen(function* () {
        const change = { ...snapshotOf(old), policyHash: old.hash }
        const { record } = recorded(yield* save(change, verifying))
        yield* TestClock.adjust("61 seconds")
        assert.strictEqual(
          refusalTag(yield* save({ ...change, subjectId: "sub_b" }, verifying)),
          "DocumentSnapshotExpired",
        )
        const again = recorded(yield* save(change, verifying))
        assert.deepStrictEqual(again, { ...again, record, created: false, newSubject: false, identity: null })
        assert.deepStrictEqual(notebook.records, [record])
      }),
    ),
  )

  it.effect.each([noTokens, ignoring])("is ignored where it is not verified", (tokens) =>
    withDocuments(() =>
      Effect.gen(function* () {
        assert.strictEqual(recorded(yield* save(snapshotOf(old), tokens)).record.documentId, current.id)
        assert.isFalse(recorded(yield* save({ documentSnapshotToken: "x" }, tokens)).created)
      }),
    ),
  )

  it.effect("is not required for acts that are about no document", () =>
    withDocuments((notebook) =>
      Effect.gen(function* () {
        recorded(yield* save({ type: "other" }, verifying))
        recorded(yield* save({ type: "cookie_banner", preferences: {} }, verifying))
        assert.isEmpty(notebook.readTypes)
      }),
    ),
  )
})
