/**
 * Plans a save: all checks in the order of `docs/reference/consents.md`, and the record to store if they pass. Pure, so
 * that the same submission at the same time gives the same record on any number of machines.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { maxExperimentName } from "../../experiment/ExperimentArm.js"
import { jurisdictionOf } from "../../location/Jurisdiction.js"
import type { LegalDocument } from "../../legal-document/LegalDocument.js"
import { PolicyModel } from "../../policy/PolicyRule.js"
import type { ResolvedPolicy } from "../../policy/ResolvedPolicy.js"
import { type ClaimedIdentity, claimIdentity } from "../../token/IdentityToken.js"
import { type ActContent, consentId, contentDigest } from "./ActIdentity.js"
import { type AppliedChoice, applyChoice } from "./ApplyChoice.js"
import { firstCharacters, hasAtMost } from "../../schema/Text.js"
import type {
  ConsentAction,
  ConsentDraft,
  ConsentRecord,
  ExperimentAttribution,
  IdentityLink,
  PolicyDecision,
} from "../record/ConsentRecord.js"
import { type DecidedPolicy, type DecisionContext, decidePolicy } from "./DecidePolicy.js"
import { Refusal } from "../record/Refusal.js"
import type { Submission } from "../record/Submission.js"

/** How far a client's clock may be ahead of the server's, in milliseconds. */
export const clockSlackMs = 10 * 60 * 1000

/** The latest instant a date can hold; a validity may reach beyond it. */
const latestInstant = 8.64e15

/** The inputs of a save in addition to its body. */
export interface SaveContext extends DecisionContext {
  readonly tenant: string | null
  /** The version of the legal document in the save; null for a save without one. */
  readonly document: LegalDocument | null
  /** Whether the identity that the save claims has been confirmed. */
  readonly identityConfirmed: boolean
  /** The location of the request itself. */
  readonly place: { readonly country: string | null; readonly region: string | null }
  /** The address in the form that may be stored: masked or not, by the instance's setting. */
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

const checkTime = (path: string, instant: number, latest: number): Refusal | null =>
  instant > latest ? Refusal.InputInvalid({ issues: [{ path, message: "is in the future" }] }) : null

const checkVendorTime = ({ vendorChoice }: Submission, latest: number): Refusal | null =>
  vendorChoice ? checkTime("vendorChoice.confirmedAt", vendorChoice.confirmedAt, latest) : null

const knownModels: ReadonlyArray<string> = PolicyModel.literals.filter((model) => model !== "none")

const modelOf = (submission: Submission, policy: ResolvedPolicy | null): string | null => {
  if (policy !== null) return policy.model
  const claimed = submission.model ?? submission.jurisdictionModel
  return knownModels.find((known) => known === claimed) ?? null
}

const actionOf = (consentAction: string | undefined, model: string | null): ConsentAction | null => {
  switch (consentAction) {
    case "all":
      return "accept_all"
    case "necessary":
      return model === "opt-out" ? "opt_out" : "reject_all"
    case "custom":
      return "custom"
    default:
      return null
  }
}

const attributionPart = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && hasAtMost(value, maxExperimentName)

/** Invalid attribution never fails a save: it is left out. */
const experimentOf = (metadata: Submission["metadata"]): ExperimentAttribution | null => {
  const experiment = metadata?.["experiment"]
  if (!Predicate.isRecord(experiment)) return null
  const { arm, id } = experiment
  return attributionPart(id) && attributionPart(arm) ? { id, arm } : null
}

const isInteger = (value: unknown): value is number => Number.isInteger(value)

const timeToDecisionOf = (metadata: Submission["metadata"]): number | null => {
  const value = metadata?.["timeToDecisionMs"]
  return isInteger(value) && value >= 0 && value <= 2_147_483_647 ? value : null
}

/** The location that decides the jurisdiction: the policy's, else the asserted one, else the request's. */
const placeOf = (submission: Submission, context: SaveContext, decided: DecidedPolicy | null): SaveContext["place"] => {
  if (decided !== null) return decided.decision
  const { country, region } = submission
  const asserted = country !== undefined || region !== undefined
  return asserted ? { country: country ?? null, region: region ?? null } : context.place
}

const jurisdictionFor = (
  submission: Submission,
  context: SaveContext,
  decided: DecidedPolicy | null,
): ConsentRecord["jurisdiction"] => {
  if (!context.manifest.geolocation) return "GDPR"
  const { country, region } = placeOf(submission, context, decided)
  return jurisdictionOf(country, region)
}

/** The user account a save claims; null when it claims none. */
export const claimedIdentity = ({ externalSubjectId, identityProvider }: Submission): ClaimedIdentity | null =>
  externalSubjectId === undefined || externalSubjectId === ""
    ? null
    : claimIdentity(externalSubjectId, identityProvider)

const linkOf = (submission: Submission, { identityConfirmed }: SaveContext): IdentityLink | null => {
  const claimed = claimedIdentity(submission)
  return claimed === null ? null : { verified: identityConfirmed, ...claimed }
}

/** The stored length of a `User-Agent`, in characters: browsers send half as many. */
const maxUserAgent = 512

/** The proof that the policy allows to be stored; without a policy, everything the instance allows. */
const proofOf = (context: SaveContext, decision: PolicyDecision | null) => ({
  ipAddress: decision === null || decision.policy.proof.storeIp ? context.ipAddress : null,
  userAgent:
    context.userAgent !== null && (decision === null || decision.policy.proof.storeUserAgent)
      ? firstCharacters(context.userAgent, maxUserAgent)
      : null,
  language: decision?.policy.proof.storeLanguage === true ? decision.language : null,
})

/** The content that a retry must repeat. */
export const contentOf = (submission: Submission, applied: AppliedChoice): ActContent => ({
  preferences: applied.preferences,
  choice: applied.choice,
  vendorChoice: submission.vendorChoice ?? null,
})

const draftOf = (
  submission: Submission,
  context: SaveContext,
  decided: DecidedPolicy | null,
  applied: AppliedChoice,
): ConsentDraft => {
  const { domain, givenAt, metadata, subjectId, type } = submission
  const decision = decided?.decision ?? null
  const policy = decision?.policy ?? null
  const documentId = context.document?.id ?? null
  const model = modelOf(submission, policy)
  const content = contentOf(submission, applied)
  const record: ConsentRecord = {
    id: consentId({ tenant: context.tenant, subjectId, type, domain, givenAt, documentId }),
    subjectId,
    type,
    domain,
    documentId,
    givenAt,
    createdAt: context.now,
    validUntil: policy === null ? null : Math.min(givenAt + Math.round(policy.validity.choiceMs), latestInstant),
    ...content,
    contentDigest: contentDigest(content),
    metadata: metadata === undefined || Object.keys(metadata).length === 0 ? null : metadata,
    jurisdiction: jurisdictionFor(submission, context, decided),
    model,
    consentAction: actionOf(submission.consentAction, model),
    uiSource: submission.uiSource ?? null,
    tcString: submission.tcString ?? null,
    ...proofOf(context, decision),
    decisionId: decision?.id ?? null,
    decisionSource: decided?.source ?? null,
    experiment: experimentOf(metadata),
    timeToDecisionMs: timeToDecisionOf(metadata),
  }
  return { record, decision, link: linkOf(submission, context) }
}

/** Refuses an act from the future; this comes before all other checks. */
export const checkGivenAt = ({ givenAt }: Submission, now: number): Refusal | null =>
  checkTime("givenAt", givenAt, now + clockSlackMs)

/** Plans a save: the draft to store, or the first reason to refuse it. */
export const planSave = (submission: Submission, context: SaveContext): Either.Either<ConsentDraft, Refusal> => {
  const latest = context.now + clockSlackMs
  const late = checkGivenAt(submission, context.now)
  if (late !== null) return Either.left(late)
  return Either.flatMap(decidePolicy(submission, context), (decided) =>
    Either.flatMap(applyChoice(submission, decided?.decision.policy ?? null, latest), (applied) => {
      const lateVendors = checkVendorTime(submission, latest)
      return lateVendors === null
        ? Either.right(draftOf(submission, context, decided, applied))
        : Either.left(lateVendors)
    }),
  )
}
