/**
 * What came of looking for a visitor's rule, as it stands on the wire (policy.md 2.3).
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Fingerprints } from "./Fingerprint.js"
import { ResolvedPolicy } from "./ResolvedPolicy.js"

/** How a rule came to match. */
export const MatchedBy = Schema.Literal("region", "country", "default", "fallback")
export type MatchedBy = typeof MatchedBy.Type

/** Why no rule could be decided on. */
export const ResolutionFailure = Schema.Literal("invalid-configuration", "insufficient-inputs", "unsupported-contract")
export type ResolutionFailure = typeof ResolutionFailure.Type

const version = Schema.Literal(1)

/** A matched resolution on the wire. */
export const MatchedResolution = Schema.Struct({
  version,
  status: Schema.Literal("matched"),
  policyId: Schema.String,
  matchedBy: MatchedBy,
  policy: ResolvedPolicy,
  fingerprints: Fingerprints,
})

/** The `policyResolution` object of `/init`; its keys are exactly these (policy.md 2.3). */
export const PolicyResolution = Schema.Union(
  MatchedResolution,
  Schema.Struct({ version, status: Schema.Literal("no-match", "unconfigured"), policy: Schema.Null }),
  Schema.Struct({ version, status: Schema.Literal("failed"), policy: Schema.Null, reason: ResolutionFailure }),
).annotations({ identifier: "PolicyResolution" })
export type PolicyResolution = typeof PolicyResolution.Type
