/**
 * The resolution of a visitor whom a rule applies to.
 *
 * @module
 */
import type { CompiledRule } from "./CompiledRule.js"
import type { MatchedBy, PolicyResolution } from "./PolicyResolution.js"

/** A rule as the resolution of a visitor, and by which part of its match it was found. */
export const matched = (entry: CompiledRule, matchedBy: MatchedBy): PolicyResolution => ({
  version: 1,
  status: "matched",
  policyId: entry.rule.id,
  matchedBy,
  policy: entry.rule,
  fingerprints: entry.fingerprints,
})
