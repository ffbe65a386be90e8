/**
 * Decisions under an IAB rule: their stored form, and whether they still apply.
 *
 * @module
 */
import type { IabRule, IabTerms } from "./IabTerms.js"
import type { TcChoice } from "./Asked.js"
import { choiceOf } from "./TcChoice.js"
import { isCmpId, type TcModel } from "./TcModel.js"
import type { loadTc, Receipt } from "./TcStore.js"
import { decodeTcString } from "./TcString.js"

type Terms = IabTerms<IabRule>

/** A TC string and its content. */
export interface TcEvidence {
  readonly tcString: string
  readonly model: TcModel
}

/** A decision that is in force. */
export interface Held {
  readonly choice: TcChoice
  /** Null without a CMP id. */
  readonly evidence: TcEvidence | null
}

const day = 86_400_000

/** 13 months: the longest time before a visitor must be asked again. */
const longest = 395 * day

const expiryOf = (at: number, { match }: Terms): number => at + Math.min(longest, match.policy.validity.choiceMs)

/** The stored form of a new choice. */
export const receiptOf = (choice: TcChoice, evidence: TcEvidence | null, terms: Terms, now: number): Receipt => ({
  tcString: evidence && evidence.tcString,
  at: now,
  expiresAt: expiryOf(now, terms),
  choice: terms.match.fingerprints.choice,
  policyVersion: terms.match.list.tcfPolicyVersion,
  draft: choice,
})

/** Without stored details, the string itself decides. */
const receiptOfModel = (model: TcModel, tcString: string, { match }: Terms): Receipt => ({
  tcString,
  at: model.lastUpdated,
  expiresAt: Infinity,
  choice: match.fingerprints.choice,
  policyVersion: model.policyVersion,
  draft: model,
})

/** Version 5 of the policies left the strings of version 4 valid; the effect of a later version is unknown. */
const outlives = (policyVersion: number, today: number): boolean =>
  policyVersion >= today || (policyVersion === 4 && today === 5)

/** Strings from 28 February 2026 on must name the disclosed vendors, or are void (TCF 2.3). */
const disclosedSince = Date.UTC(2026, 1, 28)

/** The content of a string, if it is valid. */
const readString = (tcString: string): TcModel | null => {
  const model = decodeTcString(tcString)
  return model && (model.disclosedVendors || Math.max(model.created, model.lastUpdated) < disclosedSince) ? model : null
}

/**
 * The stored decision, if it is in force at a time: made under today's terms and the same prompt, by the
 * same CMP, under policies that did not void it, recently enough, and not in the future by a wrong clock.
 */
export const heldOf = ({ receipt, tcString }: ReturnType<typeof loadTc>, terms: Terms, now: number): Held | null => {
  const { asked, match } = terms
  const model = readString(tcString ?? "")
  const evidence = model && tcString && { tcString, model }
  const known = receipt ?? (evidence && receiptOfModel(model, tcString, terms))
  const holds =
    known &&
    // With a string of another CMP, or a decision without one, today's vendors would get no information.
    model?.cmpId === (isCmpId(match.cmpId) ? match.cmpId : undefined) &&
    outlives(known.policyVersion, match.list.tcfPolicyVersion) &&
    known.choice === match.fingerprints.choice &&
    known.at <= now + day &&
    now < Math.min(known.expiresAt, expiryOf(known.at, terms))
  try {
    return holds ? { choice: choiceOf(known.draft, asked), evidence: evidence || null } : null
  } catch {
    return null
  }
}
