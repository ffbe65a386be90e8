import { assert, describe, it } from "@effect/vitest"
import { recordAt } from "../testing/RecordItems.js"
import { recordItem } from "./RecordItem.js"

const everything = recordAt(Date.UTC(2026, 11, 1, 12, 0, 0, 1), 1, {
  id: "cns_1",
  createdAt: Date.UTC(2026, 11, 1, 12, 0, 1),
  validUntil: Date.UTC(2027, 11, 1),
  documentId: "doc_1",
  vendorChoice: { vendors: ["google"] },
  metadata: { page: "/" },
  tcString: "CQ",
  language: "de-DE",
  experiment: { id: "hero", arm: "a" },
})

describe("a record as lists and exports show it", () => {
  it("has all that is stored of the act, its times in ISO 8601", () => {
    const policy = { policyId: "europe", country: "DE", region: "BE", language: "de-AT,de;q=0.9" }
    assert.deepStrictEqual(recordItem({ ...everything, policy }), {
      id: "cns_1",
      subjectId: "sub_EvidenceExample0001",
      type: "cookie_banner",
      domain: "shop.example",
      givenAt: "2026-12-01T12:00:00.001Z",
      createdAt: "2026-12-01T12:00:01.000Z",
      validUntil: "2027-12-01T00:00:00.000Z",
      action: "custom",
      preferences: { necessary: true, measurement: true, marketing: false },
      choice: everything.facts.choice,
      vendorChoice: { vendors: ["google"] },
      tcString: "CQ",
      jurisdiction: "GDPR",
      model: "opt-in",
      rule: "europe",
      country: "DE",
      region: "BE",
      textsLanguage: "de-AT,de;q=0.9",
      decisionId: everything.facts.decisionId,
      decisionSource: "snapshot_token",
      documentId: "doc_1",
      uiSource: "dialog",
      experimentId: "hero",
      experimentArm: "a",
      timeToDecisionMs: 4_200,
      ipAddress: "203.0.113.0",
      userAgent: "Example/1.0",
      language: "de-DE",
      metadata: { page: "/" },
    })
  })

  it("has null for an end, a policy and an experiment that were not recorded", () => {
    const { facts } = everything
    assert.deepInclude(recordItem({ facts: { ...facts, validUntil: null, experiment: null }, policy: null }), {
      validUntil: null,
      rule: null,
      country: null,
      region: null,
      textsLanguage: null,
      experimentId: null,
      experimentArm: null,
    })
  })

  it("has null for a place that the policy was not decided by", () => {
    const policy = { policyId: "world", country: null, region: null, language: "en" }
    assert.deepInclude(recordItem({ ...everything, policy }), { rule: "world", country: null, region: null })
  })
})
