/**
 * Decisions under an IAB rule: what is stored, and whether it still applies.
 *
 * @module
 */
import type { Asked } from "./Asked.js"
import type { IabMatch } from "./IabPart.js"
import type { TcChoice } from "./Asked.js"
import { choiceOf, draftOf } from "./TcChoice.js"
import { isCmpId, type TcModel } from "./TcModel.js"
import type { loadTc, Receipt } from "./TcStore.js"
import { decodeTcString } from "./TcString.js"

/** A matched rule, and what it requires. */
export interface IabTerms {
  readonly match: IabMatch
  readonly asked: Asked
}

/** A string and what it says. */
export interface TcEvidence {
  readonly tcString: string
  readonly model: TcModel
}

/** A decision that holds. */
export interface Held {
  readonly choice: TcChoice
  /** Null without a CMP id. */
  readonly evidence: TcEvidence | null
}

const day = 86_400_000

/** 13 months: the longest time before a visitor has to be asked again. */
const longest = 395 * day

const expiryOf = (at: number, { match }: IabTerms): number => at + Math.min(longest, match.policy.validity.choiceMs)

/** What is kept of a choice that was just made. */
export const receiptOf = (choice: TcChoice, evidence: TcEvidence | null, terms: IabTerms, now: number): Receipt => ({
  tcString: evidence && evidence.tcString,
  at: now,
  expiresAt: expiryOf(now, terms),
  choice: terms.match.fingerprints.choice,
  policyVersion: terms.match.list.tcfPolicyVersion,
  draft: draftOf(choice),
})

/** A string alone is taken at its word. */
const receiptOfModel = (model: TcModel, tcString: string, { match }: IabTerms): Receipt => ({
  tcString,
  at: model.lastUpdated,
  expiresAt: Infinity,
  choice: match.fingerprints.choice,
  policyVersion: model.policyVersion,
  draft: model,
})

/** Version 5 of the policies left the strings of version 4 valid; what a later one does is unknown. */
const outlives = (policyVersion: number, today: number): boolean =>
  policyVersion >= today || (policyVersion === 4 && today === 5)

/** Strings made from 28 February 2026 on name the vendors that were disclosed, or are void (TCF 2.3). */
const disclosedSince = Date.UTC(2026, 1, 28)

/** What a string says, if it is one that may be gone by. */
const readString = (tcString: string): TcModel | null => {
  const model = decodeTcString(tcString)
  return model && (model.disclosedVendors || Math.max(model.created, model.lastUpdated) < disclosedSince) ? model : null
}

/**
 * The decision that was kept, if it holds at a time: made under terms like today's, which are the same choice put, by the
 * same CMP, under policies that did not make it void, not too long ago, and not in the future by a clock that was wrong.
 */
export const heldOf = ({ receipt, tcString }: ReturnType<typeof loadTc>, terms: IabTerms, now: number): Held | null => {
  const { asked, match } = terms
  const model = readString(tcString ?? "")
  const evidence = model && tcString && { tcString, model }
  const known = receipt ?? (evidence && receiptOfModel(model, tcString, terms))
  const holds =
    known &&
    // Of a string by another CMP, or of a decision without one, the vendors of today would learn nothing.
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
