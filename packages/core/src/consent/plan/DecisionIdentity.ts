/**
 * The identity of a policy decision, derived from its content so that equal decisions are stored once.
 *
 * @module
 */
import { canonicalJson, type Json } from "../../digest/CanonicalJson.js"
import { sha256Hex } from "../../digest/Sha256.js"
import type { DecisionContent } from "../record/StoredDecision.js"

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
