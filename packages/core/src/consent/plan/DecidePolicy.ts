/**
 * Decides under which policy a save was made: by the token of the visitor's `/init`, else by the client's assertions,
 * which must resolve to the same policy here.
 *
 * @module
 */
import * as Either from "effect/Either"
import type { CompiledManifest } from "../../manifest/CompiledManifest.js"
import { type Recent, recent } from "../../memory/Recent.js"
import type { MatchedBy } from "../../policy/PolicyResolution.js"
import type { ResolvedPolicy } from "../../policy/ResolvedPolicy.js"
import {
  type PolicyTokenSettings,
  PolicyToken,
  type PolicyTokenClaims,
  policyTokenPhase,
} from "../../token/PolicyToken.js"
import { archivedTexts } from "./ArchivedTexts.js"
import { decisionId } from "./DecisionIdentity.js"
import { placeUnder, textsFor } from "../../visitor/ResolveVisitor.js"
import type { DecisionSource, PolicyDecision } from "../record/ConsentRecord.js"
import { Refusal } from "../record/Refusal.js"
import type { Submission } from "../record/Submission.js"

/** The policy of a save; null when none applies or none is asserted. */
export interface DecidedPolicy {
  readonly decision: PolicyDecision
  readonly source: DecisionSource
}

/** The inputs of the decision in addition to the submission. */
export interface DecisionContext {
  readonly manifest: CompiledManifest
  /** The server's clock, epoch milliseconds. */
  readonly now: number
  readonly policyToken: PolicyToken
  /** Null where no policy tokens are signed. */
  readonly policySnapshot: PolicyTokenSettings | null
}

type Decided = Either.Either<DecidedPolicy | null, Refusal>

interface DecisionInputs {
  readonly policy: ResolvedPolicy
  readonly fingerprint: string
  readonly matchedBy: MatchedBy
  readonly country: string | null
  readonly region: string | null
  readonly language: string
}

/** Derives a decision's id from its content, so that equal ones are stored once. */
const makeDecision = (manifest: CompiledManifest, inputs: DecisionInputs): PolicyDecision => {
  const { language, policy } = inputs
  const content = {
    ...inputs,
    manifestRevision: manifest.document.revision,
    textsDigest: archivedTexts(textsFor(manifest, policy, language)).id,
  }
  return { id: decisionId(content), policyId: policy.id, model: policy.model, ...content }
}

/** More locations and languages than most rules have. Bounded, because untrusted clients may assert any. */
const remembered = { bound: 512, longestKey: 256 }

type Decisions = WeakMap<ResolvedPolicy, Recent<PolicyDecision>>

const decided = new WeakMap<CompiledManifest, Decisions>()

const decisionsOf = (manifest: CompiledManifest, policy: ResolvedPolicy): Recent<PolicyDecision> => {
  const known = decided.get(manifest)?.get(policy)
  if (known !== undefined) return known
  const byPolicy: Decisions = decided.get(manifest) ?? new WeakMap()
  const decisions = recent<PolicyDecision>(remembered)
  decided.set(manifest, byPolicy.set(policy, decisions))
  return decisions
}

/** Cached, because computing the id costs more than everything else about a save. */
const toDecision = (manifest: CompiledManifest, inputs: DecisionInputs): PolicyDecision => {
  const { country, fingerprint, language, matchedBy, policy, region } = inputs
  const key = JSON.stringify([fingerprint, matchedBy, country, region, language])
  return decisionsOf(manifest, policy).findOrMake(key, () => makeDecision(manifest, inputs))
}

const phases = { live: "snapshot_token", replayed: "snapshot_token_replayed" } as const

/** The policy that a token names, if its meaning is unchanged since the token was signed. */
const decideByToken = (
  claims: PolicyTokenClaims,
  submission: Submission,
  { manifest, now, policySnapshot }: DecisionContext,
): Decided => {
  const phase = policyTokenPhase(claims, { givenAt: submission.givenAt, now }, policySnapshot?.replayWindowSeconds ?? 0)
  if (phase === "expired") return Either.left(Refusal.SnapshotExpired())
  const { compiledRules, document } = manifest
  if (document.policyFailure !== undefined) return Either.left(Refusal.SnapshotInvalid())
  const entry = compiledRules.find(({ rule }) => rule.id === claims.policyId)
  if (entry === undefined || entry.fingerprints.policy !== claims.fingerprint || entry.rule.model !== claims.model) {
    return Either.left(Refusal.PolicyChanged())
  }
  const { country, fingerprint, language, matchedBy, region } = claims
  const decision = toDecision(manifest, { policy: entry.rule, fingerprint, matchedBy, country, region, language })
  return Either.right({ decision, source: phases[phase] })
}

const manifestModeFields = ["policyId", "fingerprint", "country", "region", "language", "gpc"] as const

const assertsPolicy = (submission: Submission): boolean =>
  manifestModeFields.some((field) => submission[field] !== undefined)

const differs: Decided = Either.left(Refusal.PolicyDecisionDiffers())

const resolveAgain = (submission: Submission, policyId: string | null, manifest: CompiledManifest): Decided => {
  const { country, region } = placeUnder(manifest, {
    country: submission.country ?? null,
    region: submission.region ?? null,
  })
  const resolution = manifest.resolve({ country, region })
  // Only a save that asserts `policyId: null` may lack a fingerprint.
  if (submission.fingerprint === undefined && resolution.status === "no-match") return Either.right(null)
  // Stryker disable next-line ConditionalExpression: another resolution has no policy, so the next line refuses it, too
  if (resolution.status !== "matched") return differs
  if (resolution.policyId !== policyId || resolution.fingerprints.policy !== submission.fingerprint) return differs
  const { fingerprints, matchedBy, policy } = resolution
  const language = submission.language ?? "en"
  const inputs = { policy, fingerprint: fingerprints.policy, matchedBy, country, region, language }
  return Either.right({ decision: toDecision(manifest, inputs), source: "write_time_fallback" })
}

const decideByAssertion = (submission: Submission, manifest: CompiledManifest): Decided => {
  const { fingerprint, policyId } = submission
  return policyId === undefined || (policyId !== null && fingerprint === undefined)
    ? Either.left(Refusal.PolicyInputsIncomplete())
    : resolveAgain(submission, policyId, manifest)
}

/** A save without a token or any assertion is accepted only where no snapshot could have been signed. */
const decideWithoutWord = ({ manifest, policySnapshot }: DecisionContext): Decided =>
  policySnapshot !== null && manifest.compiledRules.length > 0
    ? Either.left(Refusal.SnapshotRequired())
    : Either.right(null)

/** Decides the policy of a save; only a cookie banner's has one. A token overrides what the client asserts. */
export const decidePolicy = (submission: Submission, context: DecisionContext): Decided => {
  if (submission.type !== "cookie_banner") return Either.right(null)
  return PolicyToken.$match(context.policyToken, {
    Invalid: () => Either.left(Refusal.SnapshotInvalid()),
    Verified: ({ claims }) => decideByToken(claims, submission, context),
    Absent: () =>
      assertsPolicy(submission) ? decideByAssertion(submission, context.manifest) : decideWithoutWord(context),
  })
}
