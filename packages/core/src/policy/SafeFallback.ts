/**
 * The policy a client goes by when it has none of the service's (policy.md 2.4). The service never answers it; the
 * prover and the browser bundles judge by it what an unmatched visitor meets.
 *
 * @module
 */
import { resolvePolicy, type ResolvedPolicy } from "./ResolvedPolicy.js"

/** Consent is asked first, for every category, and nothing else may be granted. */
export const safeFallback: ResolvedPolicy = resolvePolicy({
  id: "cs_safe_fallback",
  match: { fallback: true },
  model: "opt-in",
  prompt: "choice",
  scopeMode: "strict",
})
