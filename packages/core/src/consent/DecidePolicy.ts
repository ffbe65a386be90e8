/**
 * Under which policy a save was made, and how that is known (wire.md 2.3 step 3). The client asserts what it resolved
 * and from what; the same inputs must lead to the same policy here.
 *
 * @module
 */
import * as Either from "effect/Either"
import { canonicalJson, type Json } from "../digest/CanonicalJson.js"
import { sha256Hex } from "../digest/Sha256.js"
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import type { MatchedBy } from "../policy/Resolve.js"
import type { ResolvedPolicy } from "../policy/ResolvedPolicy.js"
import { placeUnder } from "../visitor/ResolveVisitor.js"
import type { DecisionSource, PolicyDecision } from "./ConsentRecord.js"
import { Refusal } from "./Refusal.js"
import type { Submission } from "./Submission.js"

/** The policy a save was made under; null when none was in force or none is asserted. */
export interface DecidedPolicy {
  readonly decision: PolicyDecision
  readonly source: DecisionSource
}

const manifestModeFields = ["policyId", "fingerprint", "country", "region", "language", "gpc"] as const

const assertsPolicy = (submission: Submission): boolean =>
  manifestModeFields.some((field) => submission[field] !== undefined)

interface DecisionInputs {
  readonly policy: ResolvedPolicy
  readonly fingerprint: string
  readonly matchedBy: MatchedBy
  readonly country: string | null
  readonly region: string | null
  readonly language: string
  readonly manifestRevision: string
}

/** Names a decision by its content, so that equal ones are stored once. */
const toDecision = (inputs: DecisionInputs): PolicyDecision => {
  const plain: Json = JSON.parse(JSON.stringify(inputs))
  const id = `rpd_${sha256Hex(canonicalJson(plain))}`
  return { id, policyId: inputs.policy.id, model: inputs.policy.model, ...inputs }
}

const resolveAgain = (
  submission: Submission,
  policyId: string | null,
  manifest: CompiledManifest,
): Either.Either<DecidedPolicy | null, Refusal> => {
  const { country, region } = placeUnder(manifest, {
    country: submission.country ?? null,
    region: submission.region ?? null,
  })
  const resolution = manifest.resolve({ country, region })
  if (policyId === null && submission.fingerprint === undefined && resolution.status === "no-match") {
    return Either.right(null)
  }
  if (
    resolution.status !== "matched" ||
    resolution.policyId !== policyId ||
    resolution.fingerprints.policy !== submission.fingerprint
  ) {
    return Either.left(Refusal.PolicyDecisionDiffers())
  }
  const decision = toDecision({
    policy: resolution.policy,
    fingerprint: resolution.fingerprints.policy,
    matchedBy: resolution.matchedBy,
    country,
    region,
    language: submission.language ?? "en",
    manifestRevision: manifest.document.revision,
  })
  return Either.right({ decision, source: "write_time_fallback" })
}

/**
 * Decides the policy of a save.
 *
 * A `policySnapshotToken` is refused here: this instance signs none, so none can be verified.
 */
export const decidePolicy = (
  submission: Submission,
  manifest: CompiledManifest,
): Either.Either<DecidedPolicy | null, Refusal> => {
  if (submission.policySnapshotToken !== undefined) return Either.left(Refusal.SnapshotInvalid())
  if (!assertsPolicy(submission)) return Either.right(null)
  const { fingerprint, policyId } = submission
  if (policyId === undefined || (policyId !== null && fingerprint === undefined)) {
    return Either.left(Refusal.PolicyInputsIncomplete())
  }
  return resolveAgain(submission, policyId, manifest)
}
