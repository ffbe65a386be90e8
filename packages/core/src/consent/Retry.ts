/**
 * Retries of acts on record, distinguished from saves that must be refused. A browser that missed the answer sends its
 * save again, perhaps after the policy has changed or the token's window has passed: the answer is the existing record.
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
 * Refusals that depend on the current policy, token or document version, and so can affect a retry of an act that
 * was recorded before. An invalid (400) or contradictory save is refused whatever is on
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
 * Whether a save repeats a recorded act: the same purposes, receipts and vendor grants once the record's policy
 * is applied to it, which leaves out what that policy dropped.
 */
export const repeatsRecord = (submission: Submission, { decision, record }: RecordedEvidence): boolean => {
  if (decision === "unreadable" || record.vendorChoice === "unreadable") return false
  // The recorded act was not in the future when it arrived.
  const applied = applyChoice(submission, decision?.policy ?? null, Number.POSITIVE_INFINITY)
  return Either.isRight(applied) && contentDigest(contentOf(submission, applied.right)) === record.contentDigest
}

/** A refused save, with the identity of its act. */
export interface RefusedSave {
  readonly submission: Submission
  readonly refusal: Refusal
  /** The document of the save; null where it references none. */
  readonly claim: DocumentClaim | null
}

/** The distinct document versions in a save; an act can reference only one. */
const namedVersions = ({ policyHash, policyId, type }: DocumentClaim, tenant: string | null): ReadonlySet<string> => {
  const byHash = policyHash === undefined ? [] : [legalDocumentId(tenant, { type, hash: policyHash })]
  return new Set(policyId === undefined ? byHash : [...byHash, policyId])
}

const newestOnRecord = (a: HistoryRecord, b: HistoryRecord): number =>
  b.createdAt - a.createdAt || compareCodeUnits(b.id, a.id)

/**
 * Makes the search for the act that a refused save repeats. It writes nothing.
 *
 * @returns the record; none where there is no record, where it differs, and where the refusal applies to retries, too
 */
export const makeFindRepeated = (
  store: Pick<Context.Tag.Service<ConsentStore>, "evidence" | "history">,
  tenant: string | null,
) => {
  /** For an act without a document version, the newest record may reference any version. */
  const newestId = Effect.fnUntraced(function* ({ domain, givenAt, subjectId, type }: Submission) {
    const records = Option.getOrUndefined(yield* store.history(subjectId))?.records
    const ofAct = records?.filter((one) => one.type === type && one.domain === domain && one.givenAt === givenAt)
    return ofAct?.toSorted(newestOnRecord)[0]?.id ?? null
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
