/**
 * The port of the append-only ledger of consent records.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `ConsentLedgerLaws` of
 * `@consent-service/testkit`:
 *
 * - an acknowledged append is durable, and stored as it was sent, to the millisecond and the code unit;
 * - one id has one record, whoever appends it and however often, at any concurrency;
 * - an append that does not insert changes nothing;
 * - a subject belongs to the tenant that first recorded him; others can neither write to nor see him;
 * - a subject is found by an account only when his link to it is verified, and names it byte for byte.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ConsentDraft, ConsentRecord, SubjectHistory } from "../consent/ConsentRecord.js"
import type { SubjectId } from "../subject/SubjectId.js"
import type { StoreError } from "./StoreError.js"

/** What came of an append. */
export type AppendOutcome = Data.TaggedEnum<{
  /** The record is new and durable. */
  Inserted: {}
  /** A record with this id was there before and stands; whether its content agrees is not the ledger's business. */
  Existing: { readonly record: ConsentRecord }
  /** Another tenant holds the subject; nothing was written. */
  HeldElsewhere: {}
}>

/** That there is a record about a document's version, or about none. */
export interface RecordedAct {
  readonly type: string
  readonly documentId: string | null
}

export const AppendOutcome = Data.taggedEnum<AppendOutcome>()

export class ConsentLedger extends Context.Tag("@consent-service/core/ports/ConsentLedger")<
  ConsentLedger,
  {
    /**
     * Appends a record in one atomic, durable step: the subject when he is new, the policy decision when it is new,
     * and the record.
     */
    readonly append: (draft: ConsentDraft) => Effect.Effect<AppendOutcome, StoreError>

    /** A subject with all his records, newest act first (equal times: greater id first); none when unknown here. */
    readonly history: (subject: SubjectId) => Effect.Effect<Option.Option<SubjectHistory>, StoreError>

    /**
     * Every subject with a verified link to an account, whatever its provider, ordered by id (by code unit), each with
     * all his records, newest act first.
     */
    readonly linkedHistories: (externalId: string) => Effect.Effect<ReadonlyArray<SubjectHistory>, StoreError>

    /**
     * What of these types is on record of the subjects with a verified link to an account; in any order, each
     * combination at least once.
     */
    readonly linkedActs: (
      externalId: string,
      types: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<RecordedAct>, StoreError>

    /** Succeeds when the store can answer. */
    readonly ping: Effect.Effect<void, StoreError>
  }
>() {}
