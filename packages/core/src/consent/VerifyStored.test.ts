import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { legalDocumentId } from "../legal-document/LegalDocument.js"
import { compileManifest } from "../manifest/CompiledManifest.js"
import { PolicyToken } from "../token/PolicyToken.js"
import { archiveOf } from "./ArchiveDecision.js"
import { planSave } from "./plan/PlanSave.js"
import type { ConsentRecord, PolicyDecision } from "./record/ConsentRecord.js"
import { SubmissionBody, toSubmission } from "./record/Submission.js"
import {
  archivedDiscrepancies,
  decisionDiscrepancies,
  documentDiscrepancies,
  recordDiscrepancies,
} from "./VerifyStored.js"

const now = 1_760_000_000_000
const manifest = compileManifest(
  { policyRules: [{ id: "all", match: { isDefault: true }, model: "opt-in", prompt: "choice" }] },
  { hosting: "self-hosted", geolocation: true },
)
const [rule] = manifest.compiledRules

const draftOf = (tenant: string | null) => {
  const body = Schema.decodeUnknownSync(SubmissionBody)({
    type: "cookie_banner",
    subjectId: "sub_a",
    domain: "shop.example",
    givenAt: now,
    preferences: { necessary: true, measurement: true, marketing: false },
    receipts: [
      { category: "measurement", value: true, confirmedAt: now },
      { category: "marketing", value: false, confirmedAt: now },
    ],
    vendorChoice: { version: 1, confirmedAt: now, grants: { acme: true } },
    policyId: "all",
    fingerprint: rule?.fingerprints.policy,
    country: "DE",
    language: "de",
  })
  const planned = planSave(toSubmission(body), {
    manifest,
    tenant,
    now,
    policyToken: PolicyToken.Absent(),
    policySnapshot: null,
    document: null,
    identityConfirmed: false,
    place: { country: "DE", region: null },
    ipAddress: null,
    userAgent: null,
  })
  return Either.getOrThrowWith(planned, (refusal) => new Error(JSON.stringify(refusal)))
}

const decisionIn = (decision: PolicyDecision | null): PolicyDecision => {
  if (decision === null) throw new Error("the save has no decision")
  return decision
}

describe("a stored record", () => {
  it("is intact as planned, in its tenant only", () => {
    for (const tenant of [null, "shop"]) {
      const { record } = draftOf(tenant)
      assert.deepStrictEqual(recordDiscrepancies(tenant, record), [])
      assert.deepStrictEqual(recordDiscrepancies("other", record), ["id-differs"])
    }
  })

  const { record } = draftOf(null)
  const changes: ReadonlyArray<readonly [string, Partial<ConsentRecord>, ReadonlyArray<string>]> = [
    ["another type", { type: "other" }, ["id-differs"]],
    ["another domain", { domain: "evil.example" }, ["id-differs"]],
    ["another time", { givenAt: now + 1 }, ["id-differs"]],
    ["a time that no date can hold", { givenAt: Number.MAX_SAFE_INTEGER }, ["id-differs"]],
    ["a document", { documentId: "pol_1" }, ["id-differs"]],
    ["another id", { id: "cns_1" }, ["id-differs"]],
    [
      "a refusal turned into a grant",
      { preferences: { necessary: true, measurement: true, marketing: true } },
      ["content-differs"],
    ],
    ["no receipts", { choice: null }, ["content-differs"]],
    ["no vendors", { vendorChoice: null }, ["content-differs"]],
    ["another digest", { contentDigest: "0".repeat(64) }, ["content-differs"]],
    ["unreadable receipts", { choice: "unreadable" }, ["unreadable"]],
    ["unreadable purposes", { preferences: "unreadable" }, ["unreadable"]],
    ["unreadable vendors", { vendorChoice: "unreadable" }, ["unreadable"]],
    [
      "another domain and no vendors",
      { domain: "evil.example", vendorChoice: null },
      ["id-differs", "content-differs"],
    ],
  ]
  it.each(changes)("with %s is named", (_, change, expected) => {
    assert.deepStrictEqual(recordDiscrepancies(null, { ...record, ...change }), expected)
  })

  it("is intact whatever its supporting data: address, browser, metadata", () => {
    const kept = { ...record, ipAddress: null, userAgent: null, metadata: { page: "/" }, language: "fr" }
    assert.deepStrictEqual(recordDiscrepancies(null, kept), [])
  })

  it("with any grant flipped is named", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.dictionary(FastCheck.string(), FastCheck.boolean()), (preferences) => {
        const same = JSON.stringify(preferences) === JSON.stringify(record.preferences)
        assert.strictEqual(recordDiscrepancies(null, { ...record, preferences }).length === 0, same)
      }),
    )
  })
})

describe("a stored decision", () => {
  const decision = decisionIn(draftOf(null).decision)
  const { textsDigest, ...rest } = JSON.parse(JSON.stringify(decision)) as PolicyDecision
  const stored = { ...rest, textsDigest: textsDigest ?? "" }

  it("is intact after a JSON round trip", () => assert.deepStrictEqual(decisionDiscrepancies(stored), []))

  it.each<[string, object, ReadonlyArray<string>]>([
    ["country", { country: "FR" }, ["id-differs"]],
    ["texts", { textsDigest: "0".repeat(64) }, ["id-differs"]],
    ["model", { model: "none" }, ["content-differs"]],
    ["rule", { policyId: "other" }, ["content-differs"]],
    ["policy", { policy: { ...decision.policy, model: "none" } }, ["id-differs", "content-differs"]],
    ["policy that is none", { policy: null }, ["id-differs", "content-differs"]],
  ])("with another %s is named", (_, change, expected) => {
    assert.deepStrictEqual(decisionDiscrepancies({ ...stored, ...change }), expected)
  })

  it("differs from an archived manifest whose own revision is another", () => {
    const [document] = archiveOf(manifest, decision)
    const content = document.content.replace(document.id, "0".repeat(64))
    assert.notStrictEqual(content, document.content)
    assert.deepStrictEqual(archivedDiscrepancies({ ...document, content }), ["content-differs"])
  })

  it("has its manifest and texts in the archive, and reports differences", () => {
    for (const archived of archiveOf(manifest, decision)) {
      assert.deepStrictEqual(archivedDiscrepancies(archived), [])
      for (const content of [`${archived.content} `.replace("self-hosted", "cloud"), "{}", "no JSON"]) {
        assert.deepStrictEqual(archivedDiscrepancies({ ...archived, content }), ["content-differs"])
      }
    }
  })
})

it("a stored version of a document is identified by its tenant, type and hash", () => {
  const document = { type: "dpa", hash: `sha256:${"a".repeat(64)}` }
  const stored = { ...document, id: legalDocumentId("shop", document) }
  assert.deepStrictEqual(documentDiscrepancies("shop", stored), [])
  assert.deepStrictEqual(documentDiscrepancies(null, stored), ["id-differs"])
  assert.deepStrictEqual(documentDiscrepancies("shop", { ...stored, hash: `sha256:${"b".repeat(64)}` }), ["id-differs"])
})
