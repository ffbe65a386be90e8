/**
 * A record with all that is stored of it, as lists and exports show it.
 *
 * @module
 */
import type { Json } from "../digest/CanonicalJson.js"
import type { StoredRecord } from "../ports/Records.js"

/** All that is stored of a record. Times are ISO 8601; null is what was not recorded. */
export interface RecordItem {
  readonly id: string
  readonly subjectId: string
  readonly type: string
  readonly domain: string
  readonly givenAt: string
  readonly createdAt: string
  readonly validUntil: string | null
  readonly action: string | null
  readonly preferences: Json
  readonly choice: Json
  readonly vendorChoice: Json
  readonly tcString: string | null
  readonly jurisdiction: string | null
  readonly model: string | null
  /** The rule that applied. */
  readonly rule: string | null
  readonly country: string | null
  readonly region: string | null
  /** The `Accept-Language` that selected the texts. */
  readonly textsLanguage: string | null
  readonly decisionId: string | null
  readonly decisionSource: string | null
  readonly documentId: string | null
  readonly uiSource: string | null
  readonly experimentId: string | null
  readonly experimentArm: string | null
  readonly timeToDecisionMs: number | null
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly language: string | null
  readonly metadata: Json
}

const iso = (time: number): string => new Date(time).toISOString()

/**
 * Shows a record.
 *
 * @example
 * ```ts
 * import type { StoredRecord } from "@consent-service/core/ports"
 * import { recordItem } from "@consent-service/core/records"
 *
 * const line = (record: StoredRecord): string => JSON.stringify(recordItem(record))
 * ```
 */
export const recordItem = ({ facts, policy }: StoredRecord): RecordItem => ({
  id: facts.id,
  subjectId: facts.subjectId,
  type: facts.type,
  domain: facts.domain,
  givenAt: iso(facts.givenAt),
  createdAt: iso(facts.createdAt),
  validUntil: facts.validUntil === null ? null : iso(facts.validUntil),
  action: facts.consentAction,
  preferences: facts.preferences,
  choice: facts.choice,
  vendorChoice: facts.vendorChoice,
  tcString: facts.tcString,
  jurisdiction: facts.jurisdiction,
  model: facts.model,
  rule: policy?.policyId ?? null,
  country: policy?.country ?? null,
  region: policy?.region ?? null,
  textsLanguage: policy?.language ?? null,
  decisionId: facts.decisionId,
  decisionSource: facts.decisionSource,
  documentId: facts.documentId,
  uiSource: facts.uiSource,
  experimentId: facts.experiment?.id ?? null,
  experimentArm: facts.experiment?.arm ?? null,
  timeToDecisionMs: facts.timeToDecisionMs,
  ipAddress: facts.ipAddress,
  userAgent: facts.userAgent,
  language: facts.language,
  metadata: facts.metadata,
})
