/**
 * The use cases around consent records: record one, read a subject's.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AppendOutcome, ConsentLedger } from "../ports/ConsentLedger.js"
import type { StoreError } from "../ports/StoreError.js"
import { isSubjectId } from "../subject/SubjectId.js"
import type { ConsentDraft, ConsentRecord, SubjectHistory } from "./ConsentRecord.js"
import { planSave, type SaveContext } from "./PlanSave.js"
import type { Refusal } from "./Refusal.js"
import type { Submission } from "./Submission.js"

/** What came of a save. */
export type SaveOutcome = Data.TaggedEnum<{
  /** The act is on record: `created` says whether by this save or by an earlier, equal one. */
  Recorded: { readonly record: ConsentRecord; readonly created: boolean }
  /** The act is on record with other content; that record stands (contract section 3). */
  ActDiffers: {}
  /** Another tenant holds the subject's id. */
  SubjectHeldElsewhere: {}
  /** The save cannot stand; nothing was written. */
  Refused: { readonly refusal: Refusal }
}>

export const SaveOutcome = Data.taggedEnum<SaveOutcome>()

/** A stored vendor map that cannot be read might say anything, so that no retry can be known to repeat it. */
const repeats = (stored: ConsentRecord, { record }: ConsentDraft): boolean =>
  stored.contentDigest === record.contentDigest && stored.vendorChoice !== "unreadable"

const settle = (draft: ConsentDraft, outcome: AppendOutcome): SaveOutcome =>
  AppendOutcome.$match(outcome, {
    Inserted: () => SaveOutcome.Recorded({ record: draft.record, created: true }),
    Existing: ({ record }) =>
      repeats(record, draft) ? SaveOutcome.Recorded({ record, created: false }) : SaveOutcome.ActDiffers(),
    HeldElsewhere: () => SaveOutcome.SubjectHeldElsewhere(),
  })

export class Consents extends Context.Tag("@consent-service/core/consent/Consents")<
  Consents,
  {
    /** Records an act once: a retry is answered with the first record. The clock is the server's. */
    readonly record: (
      submission: Submission,
      context: Omit<SaveContext, "now">,
    ) => Effect.Effect<SaveOutcome, StoreError>

    /** A subject and his records; none for an id that is unknown, another tenant's, or no subject id at all. */
    readonly read: (subjectId: string) => Effect.Effect<Option.Option<SubjectHistory>, StoreError>
  }
>() {
  static readonly layer: Layer.Layer<Consents, never, ConsentLedger> = Layer.effect(
    Consents,
    Effect.map(ConsentLedger, (ledger) => ({
      record: Effect.fnUntraced(function* (submission, context) {
        const now = yield* Clock.currentTimeMillis
        const planned = planSave(submission, { ...context, now })
        if (Either.isLeft(planned)) return SaveOutcome.Refused({ refusal: planned.left })
        return settle(planned.right, yield* ledger.append(planned.right))
      }),
      read: (subjectId) => (isSubjectId(subjectId) ? ledger.history(subjectId) : Effect.succeedNone),
    })),
  )
}
