/**
 * Computes permissions and the required prompt from the visitor's decisions and their policy.
 * `docs/reference/browser.md` lists the rules.
 *
 * @module
 */
import type { Fingerprints, ResolvedPolicy } from "@consent-service/core/policy"
import { optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import type { Acknowledgement, CategoryFlags, ConsentRecords, Receipt } from "./Records.js"

/** Everything an evaluation depends on. */
export interface Situation {
  readonly policy: ResolvedPolicy
  readonly fingerprints: Fingerprints
  /** The categories offered to the visitor, within the policy's scope. */
  readonly offered: ReadonlyArray<OptionalCategory>
  readonly records: ConsentRecords
  readonly acknowledgement: Acknowledgement | null
  /** Whether the browser currently sends Global Privacy Control. */
  readonly gpc: boolean
  /** Epoch milliseconds. */
  readonly now: number
}

/** The prompt to show. */
export type Due = "choice" | "notice" | "none"

/** The outcome. */
export interface Evaluation {
  readonly permissions: CategoryFlags
  readonly due: Due
  /** When time alone changes this result, in epoch milliseconds; null when it never does. */
  readonly changesAt: number | null
}

/** A flag for each category. */
export const flagsOf = (flag: (category: OptionalCategory) => boolean): CategoryFlags => ({
  experience: flag("experience"),
  functionality: flag("functionality"),
  marketing: flag("marketing"),
  measurement: flag("measurement"),
})

/** Nothing optional may run. */
export const nothing: CategoryFlags = flagsOf(() => false)

const ofTheseTerms = ({ basis }: Receipt, { choice, legacyMaterial }: Fingerprints): boolean =>
  basis.kind === "choice-v1"
    ? basis.fingerprint === choice
    : basis.materialFingerprint !== undefined && basis.materialFingerprint === legacyMaterial

/** When a grant under these terms expires; 0 for other terms, and for no grant. */
const endOfGrant = ({ fingerprints, policy, records }: Situation, category: OptionalCategory): number => {
  const receipt = records.categories[category]
  return receipt?.value && ofTheseTerms(receipt, fingerprints) ? receipt.confirmedAt + policy.validity.choiceMs : 0
}

/** Refused by the visitor, or by their browser's signal. */
const denied = ({ gpc, policy, records }: Situation, category: OptionalCategory): boolean =>
  records.categories[category]?.value === false || (gpc && policy.privacySignals.gpc.denyCategories.includes(category))

const permits = (situation: Situation, category: OptionalCategory): boolean => {
  const { now, policy } = situation
  const { exemptCategories = [], model, scope, scopeMode } = policy
  return (
    // A refusal holds permanently: neither time nor other terms turn it into a grant.
    !denied(situation, category) &&
    (scopeMode !== "strict" || scope.includes(category)) &&
    (model === "opt-out" ||
      model === "none" ||
      exemptCategories.includes(category) ||
      now <= endOfGrant(situation, category))
  )
}

/** When the notice that was seen expires; 0 for another one, and for none. */
const endOfNotice = ({ acknowledgement, fingerprints, policy }: Situation): number =>
  acknowledgement?.fingerprint === fingerprints.notice ? acknowledgement.at + policy.validity.noticeMs : 0

const dueOf = (situation: Situation): Due => {
  const { acknowledgement, fingerprints, now, offered, policy } = situation
  if (policy.prompt === "notice") return now <= endOfNotice(situation) ? "none" : "notice"
  if (policy.prompt === "none") return "none"
  // Nothing to decide: asked once, until the terms change.
  if (offered.length === 0) return acknowledgement?.fingerprint === fingerprints.choice ? "none" : "choice"
  // After a refusal, the visitor is not asked again.
  return offered.some((category) => denied(situation, category)) ||
    offered.every((category) => now <= endOfGrant(situation, category))
    ? "none"
    : "choice"
}

/** Decides what may run, which prompt is due, and until when. */
export const evaluate = (situation: Situation): Evaluation => {
  const { now, policy } = situation
  const ends = [
    ...optionalCategories.map((category) => endOfGrant(situation, category)),
    policy.prompt === "notice" ? endOfNotice(situation) : 0,
  ].filter((end) => end >= now)
  return {
    permissions: flagsOf((category) => permits(situation, category)),
    due: dueOf(situation),
    // The expiry itself is the last valid millisecond.
    changesAt: ends[0] ? Math.min(...ends) + 1 : null,
  }
}
