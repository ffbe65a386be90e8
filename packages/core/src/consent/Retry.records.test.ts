import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import { legalDocumentId } from "../legal-document/LegalDocument.js"
import type { RecordedEvidence } from "../ports/ConsentStore.js"
import { documentVersion, policyDecision, storedRecord } from "../testing/RecordItems.js"
import { type Change, savedAt, submissionOf } from "../testing/Saves.js"
import type { DocumentClaim } from "./plan/AnchorDocument.js"
import { consentId, contentDigest } from "./plan/ActIdentity.js"
import { type ConsentRecord, newestFirst } from "./record/ConsentRecord.js"
import { Refusal } from "./record/Refusal.js"
import { makeFindRepeated, repeatsRecord } from "./Retry.js"

const type = "privacy_policy"
const content = { preferences: null, choice: null, vendorChoice: null }
const digest = contentDigest(content)
const { hash } = documentVersion("1", 1)

/** A recorded act about a version of a document. */
const actOf = (documentId: string | null, fields: Partial<ConsentRecord> = {}, tenant: string | null = null) => {
  const record = { ...storedRecord, type, domain: "shop.example", givenAt: savedAt, documentId, ...fields }
  return { ...record, id: consentId({ ...record, tenant }), contentDigest: digest }
}

/** A store that holds these acts. */
const storeOf = (acts: ReadonlyArray<ConsentRecord>, decision: RecordedEvidence["decision"] = null) => ({
  evidence: (id: string) =>
    Effect.succeed(
      Option.map(Option.fromNullable(acts.find((act) => act.id === id)), (record) => ({ record, decision })),
    ),
  history: (id: ConsentRecord["subjectId"]) => {
    const records = acts.filter(({ subjectId }) => subjectId === id).toSorted(newestFirst)
    return Effect.succeed(
      records.length === 0 ? Option.none() : Option.some({ id, createdAt: 0, link: null, truncated: false, records }),
    )
  },
})

/** What a save about a document says of its version. */
const naming = (policyHash?: string, policyId?: string): DocumentClaim => ({ type, policyHash, policyId })

const saveOf = (change: Change = {}) => submissionOf({ type, preferences: null, ...change })

interface Sent {
  readonly acts: ReadonlyArray<ConsentRecord>
  readonly claim?: DocumentClaim | null
  readonly refusal?: Refusal
  readonly tenant?: string | null
  readonly change?: Change
}

/** The record that a refused save repeats; null for none. */
const repeatedBy = ({ acts, change, claim = naming(), refusal = Refusal.DocumentUnknown(), tenant = null }: Sent) =>
  Effect.map(makeFindRepeated(storeOf(acts), tenant)({ submission: saveOf(change), refusal, claim }), Option.getOrNull)

describe("a refused save about a legal document", () => {
  it.effect.each([null, "shop"])("repeats the act about the version it names, in tenant %j", (tenant) =>
    Effect.gen(function* () {
      const id = legalDocumentId(tenant, { type, hash })
      const [old, other] = [actOf(id, {}, tenant), actOf("pol_2", {}, tenant)]
      for (const claim of [naming(hash), naming(undefined, id), naming(hash, id)]) {
        assert.strictEqual(yield* repeatedBy({ acts: [other, old], claim, tenant }), old)
        assert.isNull(yield* repeatedBy({ acts: [other], claim, tenant }))
      }
    }),
  )

  it.effect("repeats nothing when it names two versions, even where both are on record", () =>
    Effect.gen(function* () {
      const acts = [actOf(legalDocumentId(null, { type, hash })), actOf("pol_2")]
      const claim = naming(hash, "pol_2")
      assert.isNull(yield* repeatedBy({ acts, claim }))
      const unread = { evidence: () => Effect.dieMessage("read"), history: () => Effect.dieMessage("read") }
      const find = makeFindRepeated(unread, null)
      assert.isTrue(Option.isNone(yield* find({ submission: saveOf(), refusal: Refusal.DocumentUnknown(), claim })))
    }),
  )

  it.effect("repeats nothing where its subject, type, domain or time is another, or it says something else", () =>
    Effect.gen(function* () {
      const acts = [actOf("pol_1")]
      assert.strictEqual(yield* repeatedBy({ acts }), acts[0])
      const changes = [
        { subjectId: "sub_b" },
        { type: "dpa" },
        { domain: "other.example" },
        { givenAt: savedAt + 1 },
        { preferences: { marketing: true } },
      ]
      for (const change of changes) assert.isNull(yield* repeatedBy({ acts, change }))
    }),
  )

  it.effect("without a version repeats the act that was recorded last, of equal times that of the greater id", () =>
    Effect.gen(function* () {
      const [first, second] = [actOf("pol_1", { createdAt: 1 }), actOf("pol_2", { createdAt: 2 })]
      for (const acts of [
        [first, second],
        [second, first],
      ]) {
        assert.strictEqual(yield* repeatedBy({ acts }), second)
      }
      const together = { ...first, createdAt: 2 }
      const greater = together.id > second.id ? together : second
      assert.strictEqual(yield* repeatedBy({ acts: [together, second] }), greater)
    }),
  )

  const anyAct = FastCheck.record({
    type: FastCheck.constantFrom(type, type, "dpa"),
    domain: FastCheck.constantFrom("shop.example", "shop.example", "other.example"),
    givenAt: FastCheck.constantFrom(savedAt, savedAt, savedAt + 1),
    createdAt: FastCheck.nat(3),
    documentId: FastCheck.constantFrom(null, "pol_1", "pol_2", "pol_3"),
  }).map(({ documentId, ...fields }) => actOf(documentId, fields))

  it.effect.prop(
    "without a version repeats the last recorded one of its own acts, whatever else its subject has on record",
    [FastCheck.uniqueArray(anyAct, { selector: ({ id }) => id, maxLength: 8 })],
    ([acts]) =>
      Effect.gen(function* () {
        const isOwn = (act: ConsentRecord) =>
          JSON.stringify([act.type, act.domain, act.givenAt]) === JSON.stringify([type, "shop.example", savedAt])
        const later = (a: ConsentRecord, b: ConsentRecord) =>
          a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id)
        const own = acts.filter(isOwn)
        const last = own.find((act) => own.every((other) => other === act || later(act, other))) ?? null
        assert.strictEqual(yield* repeatedBy({ acts }), last)
      }),
  )
})

describe("a refused save about no document", () => {
  it.effect("repeats the act of its own identity alone", () =>
    Effect.gen(function* () {
      const [own, about] = [actOf(null), actOf("pol_1")]
      assert.strictEqual(yield* repeatedBy({ acts: [about, own], claim: null }), own)
      assert.isNull(yield* repeatedBy({ acts: [about], claim: null }))
    }),
  )
})

const issues = [{ path: "givenAt", message: "is in the future" }]

describe("a save that repeats a record", () => {
  it.effect.each([
    Refusal.SnapshotRequired(),
    Refusal.SnapshotInvalid(),
    Refusal.SnapshotExpired(),
    Refusal.PolicyChanged(),
    Refusal.PolicyInputsIncomplete(),
    Refusal.PolicyDecisionDiffers(),
    Refusal.DocumentUnknown(),
    Refusal.DocumentSnapshotRequired(),
    Refusal.DocumentSnapshotInvalid(),
    Refusal.DocumentSnapshotExpired(),
  ])("is answered with it, although the policy, token or document has changed: $_tag", (refusal) =>
    Effect.gen(function* () {
      const act = actOf(null)
      assert.strictEqual(yield* repeatedBy({ acts: [act], claim: null, refusal }), act)
    }),
  )

  it.effect.each([
    Refusal.InputInvalid({ issues }),
    Refusal.ReceiptContradictsPreferences({ issues }),
    Refusal.ReceiptOutsideScope({ issues }),
    Refusal.GrantOutsideScope({ issues }),
    Refusal.DocumentAmbiguous(),
  ])("is refused when it is wrong in itself: $_tag", (refusal) =>
    Effect.gen(function* () {
      assert.isNull(yield* repeatedBy({ acts: [actOf(null)], claim: null, refusal }))
    }),
  )

  it("is no proof where the record's vendors or its policy cannot be read", () => {
    const [record, save] = [actOf(null), saveOf()]
    assert.isTrue(repeatsRecord(save, { record, decision: null }))
    assert.isTrue(repeatsRecord(save, { record, decision: policyDecision }))
    assert.isFalse(repeatsRecord(save, { record, decision: "unreadable" }))
    assert.isFalse(repeatsRecord(save, { record: { ...record, vendorChoice: "unreadable" }, decision: null }))
  })

  it("repeats it whatever its receipts' times, because the recorded act was not in the future", () => {
    const preferences = { marketing: true }
    const receipt = { value: true, confirmedAt: savedAt + 86_400_000, basis: { kind: "legacy-v2" } } as const
    const said = {
      preferences,
      choice: { version: 3, categories: { marketing: receipt } },
      vendorChoice: null,
    } as const
    const record = { ...storedRecord, ...said, contentDigest: contentDigest(said) }
    const save = submissionOf({ preferences, choice: said.choice })
    assert.isTrue(repeatsRecord(save, { record, decision: null }))
  })
})
