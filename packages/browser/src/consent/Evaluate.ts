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
  readonly deadline: number | null
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

/** When a grant under these terms expires; null for other terms, and for no grant. */
const endOfGrant = ({ fingerprints, policy, records }: Situation, category: OptionalCategory): number | null => {
  const receipt = records.categories[category]
  return receipt?.value === true && ofTheseTerms(receipt, fingerprints)
    ? receipt.confirmedAt + policy.validity.choiceMs
    : null
}

const restricted = ({ gpc, policy }: Situation, category: OptionalCategory): boolean =>
  gpc && policy.privacySignals.gpc.denyCategories.includes(category)

const refused = ({ records }: Situation, category: OptionalCategory): boolean =>
  records.categories[category]?.value === false

const permits = (situation: Situation, category: OptionalCategory): boolean => {
  const { now, policy } = situation
  // A refusal holds permanently: neither time nor other terms turn it into a grant.
  if (refused(situation, category) || restricted(situation, category)) return false
  if (policy.scopeMode === "strict" && !policy.scope.includes(category)) return false
  if (policy.model === "opt-out" || policy.model === "none") return true
  if (policy.exemptCategories?.includes(category) === true) return true
  const end = endOfGrant(situation, category)
  return end !== null && now <= end
}

const endOfNotice = ({ acknowledgement, fingerprints, policy }: Situation): number | null =>
  acknowledgement?.fingerprint === fingerprints.notice ? acknowledgement.at + policy.validity.noticeMs : null

const dueOf = (situation: Situation): Due => {
  const { acknowledgement, fingerprints, now, offered, policy } = situation
  if (policy.prompt === "notice") {
    const end = endOfNotice(situation)
    return end !== null && now <= end ? "none" : "notice"
  }
  if (policy.prompt === "none") return "none"
  // Nothing to decide: asked once, until the terms change.
  if (offered.length === 0) return acknowledgement?.fingerprint === fingerprints.choice ? "none" : "choice"
  // After a refusal, the visitor is not asked again.
  if (offered.some((category) => refused(situation, category) || restricted(situation, category))) return "none"
  const settled = offered.every((category) => {
    const end = endOfGrant(situation, category)
    return end !== null && now <= end
  })
  return settled ? "none" : "choice"
}

/** Decides what may run, which prompt is due, and until when. */
export const evaluate = (situation: Situation): Evaluation => {
  const { now, policy } = situation
  const ends = [
    ...optionalCategories.map((category) => endOfGrant(situation, category)),
    policy.prompt === "notice" ? endOfNotice(situation) : null,
  ].filter((end): end is number => end !== null && end >= now)
  return {
    permissions: flagsOf((category) => permits(situation, category)),
    due: dueOf(situation),
    // The expiry itself is the last valid millisecond.
    deadline: ends.length === 0 ? null : Math.min(...ends) + 1,
  }
}
