/**
 * The report of one resolution: what was decided for a visitor, without saying who he is (policy.md 9.1, wire.md 1.5).
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { atMost } from "../consent/BoundedText.js"
import { ExperimentArm } from "../experiment/ExperimentArm.js"
import { Jurisdiction } from "../location/Jurisdiction.js"
import { PolicyModel } from "../policy/PolicyRule.js"
import { MatchedBy, type PolicyResolution } from "../policy/PolicyResolution.js"
import type { Journey } from "./Journey.js"
import { optional } from "../schema/Member.js"

const Name = atMost(255)

/** Any case is accepted; what is kept is comparable. */
const JourneyId = Schema.transform(Schema.UUID, Schema.String, {
  strict: true,
  decode: (id) => id.toLowerCase(),
  encode: (id) => id,
})

const JourneyReport = Schema.Struct({
  id: JourneyId,
  scope: Schema.Literal("page", "tab"),
  /** Whether the visitor had to be asked: `stored` when he had decided before. */
  prompt: Schema.Literal("due", "stored", "not-required"),
  storedChoice: Schema.Boolean,
  /** The host of the page, where the request said it. */
  domain: optional(Name),
})
type JourneyReport = typeof JourneyReport.Type

/** One resolution, by the service's own `/init` (`init`) or by a host from its manifest (`render`, `route`). */
export const SessionReport = Schema.Struct({
  source: Schema.Literal("init", "render", "route"),
  /** The revision of the manifest it was made from. */
  revision: Name,
  resolution: Schema.Literal("matched", "no-match", "unconfigured", "failed"),
  policy: Schema.NullOr(Schema.Struct({ id: Name, fingerprint: Name, matchedBy: MatchedBy, model: PolicyModel })),
  country: Schema.NullOr(Name),
  region: Schema.NullOr(Name),
  jurisdiction: optional(Jurisdiction),
  /** The language served. */
  language: Name,
  gpc: Schema.Boolean,
  adapter: optional(Name),
  tenantId: optional(Schema.NullOr(Name)),
  experiment: optional(ExperimentArm),
  journey: optional(JourneyReport),
}).annotations({ identifier: "SessionReport" })
export type SessionReport = typeof SessionReport.Type

/** The `policy` member of a report; null when none matched. */
export const reportedPolicy = (resolution: PolicyResolution): SessionReport["policy"] =>
  resolution.status === "matched"
    ? {
        id: resolution.policyId,
        fingerprint: resolution.fingerprints.policy,
        matchedBy: resolution.matchedBy,
        model: resolution.policy.model,
      }
    : null

const promptOf = (resolution: PolicyResolution, storedChoice: boolean): JourneyReport["prompt"] => {
  const asksNobody =
    resolution.status === "failed" || (resolution.status === "matched" && resolution.policy.prompt === "none")
  if (asksNobody) return "not-required"
  return storedChoice ? "stored" : "due"
}

/** The `journey` member of `/init`'s own report; absent unless the request said whether a choice is stored. */
export const reportedJourney = (
  journey: Journey | null,
  resolution: PolicyResolution,
  domain: string | null,
): Pick<SessionReport, "journey"> => {
  if (journey === null || journey.storedChoice === null) return {}
  const { id, scope, storedChoice } = journey
  const reported = { id, scope, prompt: promptOf(resolution, storedChoice), storedChoice }
  return { journey: domain === null ? reported : { ...reported, domain } }
}
