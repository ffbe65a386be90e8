/**
 * The report of one resolution: what was decided for a visitor, without identifying them.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { atMost } from "../schema/Text.js"
import { ExperimentArm } from "../experiment/ExperimentArm.js"
import { Jurisdiction } from "../location/Jurisdiction.js"
import { PolicyModel } from "../policy/PolicyRule.js"
import { MatchedBy, type PolicyResolution } from "../policy/PolicyResolution.js"
import type { Journey } from "./Journey.js"
import { omissible, type WithoutNulls, withoutNulls } from "../schema/Member.js"
import { described } from "../schema/Documentation.js"

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
  /** Whether the visitor needs a prompt: `stored` when they decided before. */
  prompt: Schema.Literal("due", "stored", "not-required"),
  storedChoice: Schema.Boolean,
  /** The host of the page, where the request said it. */
  domain: omissible(Name),
})
type JourneyReport = WithoutNulls<typeof JourneyReport.Type>

/** One resolution, by the service's own `/init` (`init`) or by a host from its manifest (`render`, `route`). */
export const SessionReportBody = Schema.Struct({
  source: Schema.Literal("init", "render", "route"),
  /** The revision of the manifest it was made from. */
  revision: Name,
  resolution: Schema.Literal("matched", "no-match", "unconfigured", "failed"),
  policy: Schema.NullOr(Schema.Struct({ id: Name, fingerprint: Name, matchedBy: MatchedBy, model: PolicyModel })),
  country: Schema.NullOr(Name),
  region: Schema.NullOr(Name),
  jurisdiction: omissible(Jurisdiction),
  /** The language served. */
  language: Name,
  gpc: Schema.Boolean,
  adapter: omissible(Name),
  tenantId: omissible(Name),
  experiment: omissible(ExperimentArm),
  journey: omissible(JourneyReport),
}).annotations({
  identifier: "SessionReport",
  ...described({
    description: "One resolution, without the visitor's identity",
    fields: {
      source: "`render`: a page rendered on a server. `route`: a host's own init route. `init`: this service's",
      revision: "The revision of the manifest that it was made from",
      resolution: "The result",
      policy: "The policy that matched; null for none",
      "policy.id": "The policy's name",
      fingerprint: "The policy's fingerprint",
      matchedBy: "What the policy was matched by",
      model: "The policy's consent model",
      country: "The visitor's country; null when unknown",
      region: "The visitor's region; null when unknown",
      language: "The language that was served",
      gpc: "Whether the visitor's browser sent Global Privacy Control",
      jurisdiction: "Ignored: the service derives it from country and region",
      adapter: "The framework adapter that reports",
      experiment: "The arm of a banner experiment that was shown",
      tenantId: "The tenant of the report",
      journey: "The visit that it is part of",
      "journey.id": "The journey's UUID; a save in the same journey carries it too",
      scope: "What the journey spans",
      prompt: "Whether the visitor needs a prompt: `stored` when they decided before",
      storedChoice: "Whether the visitor's browser holds a choice",
      domain: "The host of the page",
    },
  }),
})
export type SessionReportBody = typeof SessionReportBody.Type

const meaningfulNulls = ["policy", "country", "region", "tenantId"] as const

/** A report: what is unknown is absent, but for what is null in every report. */
export interface SessionReport
  extends Omit<WithoutNulls<SessionReportBody, (typeof meaningfulNulls)[number]>, "journey"> {
  readonly journey?: JourneyReport
}

/**
 * The report of a decoded body. What is null because it is unknown is left out.
 *
 * @example
 * ```ts
 * import { SessionReportBody, toSessionReport } from "@consent-service/core/visitor"
 * import * as Schema from "effect/Schema"
 *
 * const body = Schema.decodeUnknownSync(SessionReportBody)({
 *   source: "render",
 *   revision: "1",
 *   resolution: "no-match",
 *   policy: null,
 *   country: "FR",
 *   region: null,
 *   language: "fr",
 *   gpc: false,
 *   adapter: null,
 * })
 * "adapter" in toSessionReport(body) // false
 * ```
 */
export const toSessionReport = (body: SessionReportBody): SessionReport => {
  const { journey, ...report } = withoutNulls(body, meaningfulNulls)
  return journey === undefined ? report : { ...report, journey: withoutNulls(journey) }
}

/**
 * The `policy` member of a report; null when none matched.
 *
 * @example
 * ```ts
 * import { noMatch } from "@consent-service/core/policy"
 * import { reportedPolicy } from "@consent-service/core/visitor"
 *
 * reportedPolicy(noMatch) // null
 * ```
 */
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

/**
 * The `journey` member of `/init`'s own report; absent unless the request said whether a choice is stored.
 *
 * @param domain - the host of the page; null when unknown
 *
 * @example
 * ```ts
 * import { noMatch } from "@consent-service/core/policy"
 * import { reportedJourney } from "@consent-service/core/visitor"
 *
 * const journey = { id: "6c1b1b7e-4a53-4d4b-9d2c-3c1d0f6f8a01", scope: "page", storedChoice: true } as const
 * reportedJourney(journey, noMatch, "shop.example").journey?.prompt // "stored"
 * ```
 */
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
