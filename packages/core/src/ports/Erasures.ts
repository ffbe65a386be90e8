/**
 * The port that erases what is on record about subjects, and keeps the legal holds that forbid it.
 *
 * An implementation is scoped to one tenant when it is made. Its law is part of the suite `EvidenceLogLaws` of
 * `@consent-service/testkit`:
 *
 * - an erasure is decided on what is stored at that moment, and happens as a whole, with its own entry, or not at all;
 * - it changes no other row, and nothing that the tree is computed from;
 * - a record that is saved meanwhile is either erased, too, or stays whole;
 * - a hold that was placed before an erasure is seen by it;
 * - no tenant sees or erases another's.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { PendingEntry } from "../evidence/PendingEntry.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import type { SubjectId } from "../subject/SubjectId.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

/** Of which records a hold is: those that all given members are true of. */
export interface HoldScope {
  readonly subjectId?: string
  /** Of subjects that are linked to this account, verified or not. */
  readonly externalId?: string
  /** The type of the records. */
  readonly type?: string
  /** Records created at this time or later; epoch milliseconds. */
  readonly from?: number
  /** Records created before this time; epoch milliseconds. */
  readonly to?: number
}

/** A legal hold: what it covers cannot be erased until it is released. */
export interface LegalHold {
  readonly id: string
  readonly scope: HoldScope
  readonly reason: string
  /** Epoch milliseconds. */
  readonly placedAt: number
  /** Epoch milliseconds; null while it holds. */
  readonly releasedAt: number | null
}

/** The outcome of placing a hold. */
export type PlaceOutcome = Data.TaggedEnum<{
  Placed: { readonly hold: LegalHold }
  /** It has been there with the same scope and reason. */
  Unchanged: { readonly hold: LegalHold }
  /** A hold of that id has been there with another scope or reason, or was released; nothing was changed. */
  Differs: { readonly hold: LegalHold }
}>

export const PlaceOutcome = Data.taggedEnum<PlaceOutcome>()

/** A subject as it is stored. */
export interface StoredSubject {
  readonly id: string
  /** The account it is linked to; null without one. */
  readonly externalId: string | null
}

/** The statement of a link's entry, as it is stored. */
export interface StoredLink {
  /** That of the entry. */
  readonly id: string
  readonly subjectId: string
}

/** An entry at its position. */
export interface EntryAt {
  readonly position: number
  readonly entry: LoggedEntry
}

/** What is stored of some subjects. */
export interface Footprint {
  /** Those of the requested subjects that the tenant has. */
  readonly subjects: ReadonlyArray<StoredSubject>
  /** All of their records. */
  readonly records: ReadonlyArray<ConsentFacts>
  /** The entries of their links. */
  readonly links: ReadonlyArray<StoredLink>
  /** The entries in the tree of these records and links. */
  readonly entries: ReadonlyArray<EntryAt>
  /** The ids of those of these records and links whose entries wait for the tree. */
  readonly queued: ReadonlyArray<string>
  /** Whether the tenant has a log. */
  readonly isLogged: boolean
  /** The holds that were not released. */
  readonly legalHolds: ReadonlyArray<LegalHold>
}

/** An erasure that was made. */
export interface StoredErasure {
  /** Names the erasure; not an id of a person. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly erasedAt: number
  readonly reason: string
  /** The parts that were dropped; null when all that was recorded was erased. */
  readonly parts: ReadonlyArray<string> | null
  /** How many rows were deleted, by table; of a dropped part, how many were emptied, by column. */
  readonly deleted: Readonly<Record<string, number>>
  /** The positions of the entries. */
  readonly leaves: ReadonlyArray<number>
  /** The erasure's own entry: its id, and when it was queued in epoch milliseconds; null without a log. */
  readonly entry: { readonly id: string; readonly receivedAt: number } | null
}

/** What an erasure changes. */
export interface ErasurePlan {
  /** The ids of records to delete. */
  readonly records: ReadonlyArray<string>
  /** The ids of records that lose address, browser, language and metadata. */
  readonly traces: ReadonlyArray<string>
  /** The ids of subjects to delete. */
  readonly subjects: ReadonlyArray<string>
  /** The ids of subjects that stay and lose their link to an account. */
  readonly unlinked: ReadonlyArray<string>
  /** The ids of entries whose statements are deleted. */
  readonly statements: ReadonlyArray<string>
  /** The entries in the tree as they are from now on: only their ids and openers differ. */
  readonly entries: ReadonlyArray<EntryAt>
  /** The erasure's own entry; null without a log. */
  readonly entry: PendingEntry | null
  readonly erasure: StoredErasure
}

/** What is decided about an erasure. */
export type ErasureDecision = Data.TaggedEnum<{
  Erase: { readonly plan: ErasurePlan }
  /** A hold covers some of it. */
  Held: { readonly hold: LegalHold }
  /** Some of its entries still wait for the tree. */
  StillQueued: {}
  /** There is nothing to erase. */
  NothingThere: {}
}>

export const ErasureDecision = Data.taggedEnum<ErasureDecision>()

/** Decides on what is stored. */
export type DecideErasure = (found: Footprint) => ErasureDecision

/**
 * Erases what is on record about subjects of one tenant.
 *
 * @example
 * ```ts
 * import { Erasures } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const holds = Effect.flatMap(Erasures, (erasures) => erasures.legalHolds)
 * ```
 */
export class Erasures extends Context.Tag("@consent-service/core/ports/Erasures")<
  Erasures,
  TenantScoped & {
    /** The subjects with a verified link to an account, in the order of their ids. */
    readonly subjectsOf: (externalId: string) => Effect.Effect<ReadonlyArray<SubjectId>, StoreError>

    /** What is stored of some subjects, without changing or locking anything. */
    readonly footprint: (subjects: ReadonlyArray<string>) => Effect.Effect<Footprint, StoreError>

    /**
     * Decides on what is stored of some subjects, and does it, in one atomic, durable step. An erasure whose id was used
     * before is not made again: what is decided then is `NothingThere`.
     */
    readonly erase: (
      subjects: ReadonlyArray<string>,
      decide: DecideErasure,
    ) => Effect.Effect<ErasureDecision, StoreError>

    /** An erasure that was made. */
    readonly erasure: (id: string) => Effect.Effect<Option.Option<StoredErasure>, StoreError>

    /** Places a hold, and queues its entry in the same step. */
    readonly place: (hold: LegalHold, entry: PendingEntry) => Effect.Effect<PlaceOutcome, StoreError>

    /** Releases a hold, and queues the entry in the same step. One that was released stays as it is. */
    readonly release: (
      id: string,
      at: number,
      entry: PendingEntry,
    ) => Effect.Effect<Option.Option<LegalHold>, StoreError>

    /** Every hold, those that were released included, in the order of their ids. */
    readonly legalHolds: Effect.Effect<ReadonlyArray<LegalHold>, StoreError>
  }
>() {}
