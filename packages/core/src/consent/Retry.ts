/**
 * Retries of acts on record, distinguished from saves that must be refused. A browser that missed the answer sends its
 * save again, perhaps after the policy has changed or the token's window has passed: what is on record is the answer.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { DocumentClaim } from "./plan/AnchorDocument.js"
import { legalDocumentId } from "../legal-document/LegalDocument.js"
import type { ConsentStore, RecordedEvidence } from "../ports/ConsentStore.js"
import { compareCodeUnits } from "../schema/Order.js"
import { consentId, contentDigest } from "./plan/ActIdentity.js"
import { applyChoice } from "./plan/ApplyChoice.js"
import type { HistoryRecord } from "./record/ConsentRecord.js"
import { contentOf } from "./plan/PlanSave.js"
import type { Refusal } from "./record/Refusal.js"
import type { Submission } from "./record/Submission.js"

/**
 * Which refusals depend on the policy, token or document version of the moment, and so can affect a retry of an act that
 * was recorded before. A save that is wrong in itself (400), or that contradicts itself, is refused whatever is on
 * record.
 */
const canMeetRetry: { readonly [Tag in Refusal["_tag"]]: boolean } = {
  InputInvalid: false,
  ReceiptContradictsPreferences: false,
  ReceiptOutsideScope: false,
  GrantOutsideScope: false,
  SnapshotRequired: true,
  SnapshotInvalid: true,
  SnapshotExpired: true,
  PolicyChanged: true,
  PolicyInputsIncomplete: true,
  PolicyDecisionDiffers: true,
  DocumentUnknown: true,
  DocumentAmbiguous: false,
  DocumentSnapshotRequired: true,
  DocumentSnapshotInvalid: true,
  DocumentSnapshotExpired: true,
}

/**
 * Whether a save repeats a recorded act: the same purposes, receipts and vendor grants once the policy of the record
 * is applied to it, which leaves out what that policy dropped.
 */
export const repeatsRecord = (submission: Submission, { decision, record }: RecordedEvidence): boolean => {
  if (decision === "unreadable" || record.vendorChoice === "unreadable") return false
  // What is on record was not in the future when it arrived.
  const applied = applyChoice(submission, decision?.policy ?? null, Number.POSITIVE_INFINITY)
  return Either.isRight(applied) && contentDigest(contentOf(submission, applied.right)) === record.contentDigest
}

/** A refused save, with what its act is identified by. */
export interface RefusedSave {
  readonly submission: Submission
  readonly refusal: Refusal
  /** What the save says of its document; null for a save that is about none. */
  readonly claim: DocumentClaim | null
}

/** The document versions a save names, each once; more than one is no act that can be on record. */
const namedVersions = ({ policyHash, policyId, type }: DocumentClaim, tenant: string | null): ReadonlySet<string> => {
  const byHash = policyHash === undefined ? [] : [legalDocumentId(tenant, { type, hash: policyHash })]
  return new Set(policyId === undefined ? byHash : [...byHash, policyId])
}

const newestOnRecord = (a: HistoryRecord, b: HistoryRecord): number =>
  b.createdAt - a.createdAt || compareCodeUnits(b.id, a.id)

/**
 * Makes the search for the act that a refused save repeats. It writes nothing.
 *
 * @returns the record; none where nothing is on record, where it differs, and where the refusal holds for retries too
 */
export const makeFindRepeated = (
  store: Pick<Context.Tag.Service<ConsentStore>, "evidence" | "history">,
  tenant: string | null,
) => {
  /** Of an act that names no version of its document, the newest record may be about any. */
  const newestId = Effect.fnUntraced(function* ({ domain, givenAt, subjectId, type }: Submission) {
    const history = yield* store.history(subjectId)
    const records = Option.match(history, { onNone: () => [], onSome: (found) => found.records })
    const ofAct = records.filter((one) => one.type === type && one.domain === domain && one.givenAt === givenAt)
    return ofAct.toSorted(newestOnRecord)[0]?.id ?? null
  }, Effect.scoped)

  const idOf = ({ claim, submission }: RefusedSave) => {
    const idAbout = (documentId: string | null): string => consentId({ ...submission, tenant, documentId })
    if (claim === null) return Effect.succeed(idAbout(null))
    const [version = null, ...others] = namedVersions(claim, tenant)
    if (version === null) return newestId(submission)
    return Effect.succeed(others.length === 0 ? idAbout(version) : null)
  }

  return Effect.fnUntraced(function* (refused: RefusedSave) {
    if (!canMeetRetry[refused.refusal._tag]) return Option.none()
    const id = yield* idOf(refused)
    const found = id === null ? Option.none() : yield* store.evidence(id)
    return Option.filterMap(found, (one) =>
      repeatsRecord(refused.submission, one) ? Option.some(one.record) : Option.none(),
    )
  })
}
