/** Records, a policy decision and a disclosure, for tests of what is made of them. */
import type { ConsentRecord, PolicyDecision } from "../consent/record/ConsentRecord.js"
import { timedId } from "../digest/Base58.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import { sha256Hex } from "../digest/Sha256.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import { resolvePolicy } from "../policy/ResolveRule.js"
import type { StoredRecord } from "../ports/Records.js"
import type { Controller, Disclosure, Processing } from "../record-export/Disclosure.js"
import type { RecordItem } from "../record-list/RecordItem.js"
import { SubjectId } from "../subject/SubjectId.js"
import { facts } from "./EvidenceVectors.js"

/** A record of which everything is stored. */
export const fullItem: RecordItem = {
  id: "cns_1",
  subjectId: "sub_1",
  type: "cookie_banner",
  domain: "shop.example",
  givenAt: "2026-11-03T09:12:44.999Z",
  createdAt: "2026-11-03T09:12:46.001Z",
  validUntil: "2027-11-03T09:12:44.999Z",
  action: "custom",
  preferences: { necessary: true, measurement: true, marketing: false },
  choice: null,
  vendorChoice: null,
  tcString: null,
  jurisdiction: "GDPR",
  model: "opt-in",
  rule: "europe",
  country: "DE",
  region: "BE",
  textsLanguage: "de",
  decisionId: "rpd_1",
  decisionSource: "snapshot_token",
  documentId: null,
  uiSource: "banner",
  experimentId: null,
  experimentArm: null,
  timeToDecisionMs: 1_200,
  ipAddress: "192.0.2.0",
  userAgent: "Browser/1",
  language: "de-DE",
  metadata: null,
}

/** A controller who says everything. */
export const controller: Controller = {
  name: "Shop Ltd",
  contact: "Data protection officer",
  address: "1 High Street, Dublin",
  country: "IE",
  email: "privacy@shop.example",
  phone: "+353 1 0000",
  url: "https://shop.example",
  privacyPolicy: "https://shop.example/privacy",
  withdrawal: "https://shop.example/settings",
}

/** A category's use, of which something is sensitive and shared. */
export const measuring: Processing = {
  purpose: "Measuring use",
  dataCategories: ["Online identifiers", "Health data"],
  sensitive: ["Health data"],
  recipients: ["Statistics Ltd", "Cloud Ltd"],
  retention: "13 months",
  storage: "European Union",
}

/** A disclosure of two categories; the second one shares nothing. */
export const disclosure: Disclosure = {
  controller,
  processing: {
    measurement: measuring,
    marketing: {
      ...measuring,
      purpose: "Advertising",
      dataCategories: ["Interests"],
      sensitive: [],
      recipients: [],
    },
  },
}

/** A decision of which everything is stored. */
export const policyDecision: PolicyDecision = {
  id: "rpd/1",
  policyId: "europe",
  fingerprint: "f".repeat(64),
  matchedBy: "country",
  model: "opt-in",
  country: "DE",
  region: null,
  language: "de",
  manifestRevision: "manifest 1",
  textsDigest: "texts 1",
  policy: resolvePolicy({ id: "europe", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" }),
}

/** A record as a store returns it, without a policy decision. */
export const storedRecord: ConsentRecord = {
  ...facts,
  subjectId: SubjectId.make("sub_a"),
  decisionId: null,
  decisionSource: null,
  preferences: null,
  choice: null,
  vendorChoice: null,
  metadata: null,
  jurisdiction: null,
  experiment: null,
}

/** The record of entry 3 of the evidence vectors. */
export const committedRecord: ConsentRecord = {
  ...facts,
  // No client can send this id; the programs that computed the vectors do not check it.
  subjectId: SubjectId.make(facts.subjectId, { disableValidation: true }),
  preferences: { necessary: true, measurement: true, marketing: false },
  choice: {
    version: 3,
    categories: {
      measurement: { value: true, confirmedAt: facts.givenAt, basis: { kind: "legacy-v2" } },
      marketing: { value: false, confirmedAt: facts.givenAt, basis: { kind: "legacy-v2" } },
    },
  },
  vendorChoice: null,
  metadata: null,
  jurisdiction: "GDPR",
  decisionSource: "snapshot_token",
  experiment: null,
}

/** A version of a legal document that is in force where none of a greater rank is. */
export const documentVersion = (id: string, rank: number, type = "privacy_policy"): LegalDocument => ({
  id,
  type,
  version: id,
  hash: `sha256:${sha256Hex(id)}`,
  effectiveDate: 0,
  rank,
})

/** A record of an act at some time. Records of the same time differ in a number up to 255. */
export const recordAt = (givenAt: number, which: number, change: Partial<ConsentFacts> = {}): StoredRecord => ({
  facts: { ...facts, id: timedId("cns", givenAt, new Uint8Array(12).fill(which)), givenAt, ...change },
  policy: null,
})
