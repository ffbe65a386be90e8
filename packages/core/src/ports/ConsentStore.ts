/**
 * The port of all data about subjects: consent records, account links, and the policy decisions of records.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `ConsentStoreLaws` of
 * `@consent-service/testkit`:
 *
 * - an acknowledged append is durable, and stored exactly, to the millisecond and the code unit;
 * - one id has one record, no matter how many clients append it, how often and how concurrently;
 * - an append that does not insert changes nothing;
 * - a subject belongs to the tenant that first recorded them; other tenants can neither write to nor see them;
 * - no append takes a subject beyond the bound that its draft names, at any concurrency, and no read exceeds
 * its bound;
 * - a subject is found by an account only when their link to it is verified and names it byte for byte;
 * - an unverified link never replaces a verified one, whichever arrives first; a verified link replaces any other;
 * - every record of an experiment is counted once;
 * - every record is found by its id, with the policy decision it was made under.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { ActBound } from "../consent/record/ActBound.js"
import type {
  ConsentDraft,
  ConsentRecord,
  IdentityLink,
  PolicyDecision,
  Stored,
  SubjectHistory,
} from "../consent/record/ConsentRecord.js"
import type { PendingEntry } from "../evidence/PendingEntry.js"
import type { DecisionCount, ExperimentQuery } from "../experiment/DecisionCount.js"
import type { SubjectId } from "../subject/SubjectId.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

/** The outcome of an append. */
export type AppendOutcome = Data.TaggedEnum<{
  /** The record is new and durable. */
  Inserted: {
    /** Whether its subject is new; for metrics only. */
    readonly newSubject: boolean
  }
  /** A record with this id existed before and is kept; the store does not compare their content. */
  Existing: { readonly record: ConsentRecord }
  /** Another tenant holds the subject; nothing was written. */
  HeldElsewhere: {}
  /** The record would take the subject beyond the draft's bound; nothing was written. */
  SubjectFull: {}
}>

export const AppendOutcome = Data.taggedEnum<AppendOutcome>()

/** The outcome of linking a subject to an account. */
export type LinkOutcome = Data.TaggedEnum<{
  /** The requested link is in force, whether it was before or not. */
  Linked: {}
  /** The subject already has a verified link of the same identity; it stays verified. */
  Unchanged: {}
  /** The requested link is unverified, and a verified one of another identity is in force. */
  HeldByVerified: {}
  /** The tenant has no such subject. */
  UnknownSubject: {}
}>

export const LinkOutcome = Data.taggedEnum<LinkOutcome>()

/** A subject's record of a version of a document, or of a type without documents. */
export interface RecordedAct {
  readonly type: string
  readonly documentId: string | null
}

/** A record with its policy decision; null when it has none. */
export interface RecordedEvidence {
  readonly record: ConsentRecord
  readonly decision: Stored<PolicyDecision>
}

/**
 * Stores the consent records of one tenant. Test a custom implementation with `consentStoreLaws` of the testkit.
 *
 * @example
 * ```ts
 * import { ConsentStore } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const evidence = Effect.gen(function* () {
 *   const store = yield* ConsentStore
 *   return yield* store.evidence("cns_11")
 * })
 * ```
 */
export class ConsentStore extends Context.Tag("@consent-service/core/ports/ConsentStore")<
  ConsentStore,
  TenantScoped & {
    /**
     * Appends a record in one atomic, durable step: the subject and the policy decision when they are new, the record,
     * and its entry for the evidence log where the draft has one.
     */
    readonly append: (draft: ConsentDraft) => Effect.Effect<AppendOutcome, StoreError>

    /**
     * Links a subject to a user account in one atomic, durable step.
     *
     * @param entry - queued for the evidence log when the call changes the link
     */
    readonly link: (
      subject: SubjectId,
      link: IdentityLink,
      entry?: PendingEntry,
    ) => Effect.Effect<LinkOutcome, StoreError>

    /**
     * A subject with their records, newest act first (equal times: greater id first); none when the tenant has no such
     * subject. Of a subject with more than the bound, the newest records within it, and `truncated`.
     *
     * A large history takes memory from a budget that all readers share, until the scope closes: close it when the
     * history is no longer in use. When the budget stays exhausted, the read fails with `StoreUnreachable`.
     *
     * @param bound - `defaultReadBound` when left out
     */
    readonly history: (
      subject: SubjectId,
      bound?: ActBound,
    ) => Effect.Effect<Option.Option<SubjectHistory>, StoreError, Scope.Scope>

    /**
     * Every subject with a verified link to an account, whatever its provider, ordered by id (by code unit), each with
     * their records, newest act first. The bound is for all of them together: the newest acts of all within it. Like
     * {@link history}, it may take from the budget until the scope closes.
     */
    readonly linkedHistories: (
      externalId: string,
      bound?: ActBound,
    ) => Effect.Effect<ReadonlyArray<SubjectHistory>, StoreError, Scope.Scope>

    /**
     * The acts of these types of all subjects with a verified link to an account; in any order, each
     * combination at least once.
     */
    readonly linkedActs: (
      externalId: string,
      types: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<RecordedAct>, StoreError>

    /** The records of a banner experiment, counted per arm, action, surface and time; each combination once, in any order. */
    readonly decisions: (query: ExperimentQuery) => Effect.Effect<ReadonlyArray<DecisionCount>, StoreError>

    /** A record by its id, with its policy decision; none when the tenant has no such record. */
    readonly evidence: (consentId: string) => Effect.Effect<Option.Option<RecordedEvidence>, StoreError>

    /** Succeeds when the store is available. */
    readonly ping: Effect.Effect<void, StoreError>
  }
>() {}
