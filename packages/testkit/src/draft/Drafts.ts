/**
 * Drafts to append: one that is right in every field, and fresh ids, so that laws and tests can run again and again on
 * one store.
 *
 * @module
 */

import { SubjectId } from "@consent-service/core/subject"
import { type ResolvedPolicy, resolvePolicy } from "@consent-service/core/policy"
import { base58, timedId } from "@consent-service/core/primitives"
import {
  type ConsentDraft,
  type ConsentRecord,
  contentDigest,
  type PolicyDecision,
} from "@consent-service/core/consent"

const randomName = (): string => base58(crypto.getRandomValues(new Uint8Array(20)))

/**
 * Generates an unused subject id.
 *
 * @example
 * ```ts
 * import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
 *
 * const draft = makeDraft({ subjectId: freshSubjectId() })
 * ```
 */
export const freshSubjectId = (): SubjectId => SubjectId.make(`sub_${randomName()}`)

/**
 * Generates an unused record id, which begins with the time of its act.
 *
 * @param time - epoch milliseconds
 *
 * @example
 * ```ts
 * import { freshRecordId, makeRecord } from "@consent-service/testkit/Drafts"
 *
 * const record = makeRecord({ id: freshRecordId() })
 * ```
 */
export const freshRecordId = (time = givenAt): string =>
  timedId("cns", time, crypto.getRandomValues(new Uint8Array(12)))

const policy: ResolvedPolicy = resolvePolicy({
  id: "europe",
  match: { countries: ["DE"] },
  model: "opt-in",
  prompt: "choice",
  proof: { storeIp: true, storeUserAgent: true, storeLanguage: true },
})

/**
 * Generates a decision that is not stored.
 *
 * @example
 * ```ts
 * import { freshDecision, makeDraft } from "@consent-service/testkit/Drafts"
 *
 * const draft = makeDraft({}, { decision: freshDecision() })
 * ```
 */
export const freshDecision = (): PolicyDecision => ({
  id: `rpd_${randomName()}`,
  policyId: policy.id,
  fingerprint: "f".repeat(64),
  matchedBy: "country",
  model: policy.model,
  country: "DE",
  region: null,
  language: "de",
  manifestRevision: "r".repeat(64),
  textsDigest: "t".repeat(64),
  policy,
})

const givenAt = Date.UTC(2030, 0, 1)

/**
 * The record of an ordinary act, with the given members replaced.
 *
 * @example
 * ```ts
 * import { makeRecord } from "@consent-service/testkit/Drafts"
 *
 * const record = makeRecord({ domain: "shop.example" })
 * record.preferences // { necessary: true, marketing: false }
 * ```
 */
export const makeRecord = (given: Partial<Omit<ConsentRecord, "contentDigest">> = {}): ConsentRecord => {
  const content = {
    preferences: { necessary: true, marketing: false },
    choice: {
      version: 3,
      categories: {
        marketing: { value: false, confirmedAt: givenAt, basis: { kind: "choice-v1", fingerprint: "f".repeat(64) } },
      },
    },
    vendorChoice: { version: 1, confirmedAt: givenAt, grants: { acme: true } },
  } as const
  return {
    id: freshRecordId(given.givenAt),
    subjectId: freshSubjectId(),
    type: "cookie_banner",
    domain: "example.com",
    documentId: null,
    givenAt,
    createdAt: givenAt + 250,
    validUntil: givenAt + 31_536_000_000,
    ...content,
    metadata: { page: "/start" },
    jurisdiction: "GDPR",
    model: "opt-in",
    consentAction: "custom",
    uiSource: "banner",
    tcString: null,
    ipAddress: "192.0.2.0",
    userAgent: "Browser/1.0",
    language: "de",
    decisionId: null,
    decisionSource: null,
    experiment: { id: "button-colour", arm: "green" },
    timeToDecisionMs: 1_234,
    contentDigest: contentDigest(content),
    ...given,
  }
}

/**
 * The draft of an ordinary act under a new decision, with the given members replaced.
 *
 * @example
 * ```ts
 * import { makeDraft } from "@consent-service/testkit/Drafts"
 *
 * const draft = makeDraft({ domain: "shop.example" })
 * draft.record.domain // "shop.example"
 * ```
 */
export const makeDraft = (
  given: Partial<Omit<ConsentRecord, "contentDigest">> = {},
  rest: Partial<Omit<ConsentDraft, "record">> = {},
): ConsentDraft => {
  const { decision = freshDecision(), link = null } = rest
  const decisionSource = decision === null ? null : "write_time_fallback"
  return { record: makeRecord({ decisionId: decision?.id ?? null, decisionSource, ...given }), decision, link }
}
