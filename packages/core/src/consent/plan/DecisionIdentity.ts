/**
 * The identity of a policy decision, derived from its content so that equal decisions are stored once.
 *
 * @module
 */
import { canonicalJson, type Json } from "../../digest/CanonicalJson.js"
import { sha256Hex } from "../../digest/Sha256.js"

/** The parts of a decision that its id is derived from. */
export interface DecisionContent {
  readonly fingerprint: string
  readonly matchedBy: string
  readonly country: string | null
  readonly region: string | null
  readonly language: string
  readonly manifestRevision: string
  /** The resolved policy: as it is decided, or parsed from where it is stored. */
  readonly policy: unknown
  /** Left out of decisions that were made before texts were archived. */
  readonly textsDigest?: string
}

/**
 * The id of a decision: `rpd_` and the SHA-256 of its content.
 *
 * @example
 * ```ts
 * import { decisionId, type StoredDecision } from "@consent-service/core/consent"
 *
 * const isIntact = (decision: StoredDecision) => decisionId(decision) === decision.id
 * ```
 */
export const decisionId = ({
  country,
  fingerprint,
  language,
  manifestRevision,
  matchedBy,
  policy,
  region,
  textsDigest,
}: DecisionContent): string => {
  const content = { country, fingerprint, language, manifestRevision, matchedBy, policy, region, textsDigest }
  const plain: Json = JSON.parse(JSON.stringify(content))
  return `rpd_${sha256Hex(canonicalJson(plain))}`
}
