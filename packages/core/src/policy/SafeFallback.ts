/**
 * The policy a client uses when it has none from the service. The service never returns it; the
 * prover and the browser bundles use it for unmatched visitors.
 *
 * @module
 */
import { optionalCategories } from "./Category.js"
import type { Fingerprints } from "./Fingerprint.js"
import type { ResolvedPolicy } from "./ResolvedPolicy.js"

const yearMs = 31_536_000_000

/** Opt-in for every category, with a strict scope. */
export const safeFallback: ResolvedPolicy = {
  id: "cs_safe_fallback",
  model: "opt-in",
  prompt: "choice",
  scope: optionalCategories,
  scopeMode: "strict",
  preselectedCategories: [],
  actions: {
    allowed: ["accept", "customize", "reject"],
    required: ["accept", "reject"],
    equivalent: [["accept", "reject"]],
  },
  rights: ["disclosure", "preferences"],
  validity: { choiceMs: yearMs, noticeMs: yearMs },
  privacySignals: { gpc: { denyCategories: [] } },
  copyRevision: null,
  proof: { storeIp: false, storeUserAgent: false, storeLanguage: false },
}

/** The fingerprints of {@link safeFallback}, so that clients do not compute them. */
export const safeFallbackFingerprints: Fingerprints = {
  policy: "caadd5bcf45bf76cbc279b3dfe765f2dcd165c510f489c38994e4c9264d9314f",
  choice: "145fd951c0967e210d905acf5859a93cd03095c0291816b9c424d740048b7a47",
  notice: "4b563e76133c49a5e14cffd9c0a0cc16885b811d9ff77548165cc01ee94996d7",
}
