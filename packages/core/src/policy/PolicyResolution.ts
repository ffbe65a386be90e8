/**
 * The result of resolving a visitor's rule, in its wire form.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Fingerprints } from "./Fingerprint.js"
import { ResolvedPolicy } from "./ResolvedPolicy.js"
import { described } from "../schema/Documentation.js"

/** Why a rule matched. */
export const MatchedBy = Schema.Literal("region", "country", "default", "fallback")
export type MatchedBy = typeof MatchedBy.Type

/** Why no rule could be selected. */
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

/** The `policyResolution` object of `/init`; its keys are exactly these. */
export const PolicyResolution = Schema.Union(
  MatchedResolution,
  Schema.Struct({ version, status: Schema.Literal("no-match", "unconfigured"), policy: Schema.Null }),
  Schema.Struct({ version, status: Schema.Literal("failed"), policy: Schema.Null, reason: ResolutionFailure }),
).annotations({
  identifier: "PolicyResolution",
  ...described({
    description: "The rules' result for a visitor. Clients refuse unknown keys, at every level",
    fields: {
      version: "The version of the policy contract",
      status:
        "`matched`: a rule applies. `no-match`: none does. `unconfigured`: there are none. `failed`: see `reason`",
      policyId: "The rule's name",
      matchedBy: "What the rule was matched by",
      policy: "The rule as it applies; null where none does",
      reason: "Why it failed",
    },
  }),
})
export type PolicyResolution = typeof PolicyResolution.Type
