/**
 * The port that grows the evidence log of one tenant. Records, links, documents and archived content queue their entries
 * through their own ports, in the transaction of the change; this port moves them into the tree.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `EvidenceLogLaws` of
 * `@consent-service/testkit`:
 *
 * - what is queued enters the tree exactly once, no matter how many processes integrate, and how concurrently;
 * - a change that does not take place queues nothing; one that does queues each of its entries once;
 * - each record without an entry gets one, and no other record, however many processes look and whenever they end;
 * - an integration that fails or is refused changes nothing;
 * - a log keeps its origin from its first checkpoint on; the first checkpoint of a size is kept;
 * - a note is replaced by one of those that have read it, however many try;
 * - leaves that are taken over enter the tree once, and what of the queue they are of leaves it;
 * - a log that is begun anew has nothing of the former tree, and loses nothing that waits;
 * - no tenant sees or moves another's entries.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { PendingEntry } from "../evidence/PendingEntry.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import type { Growth, LogHead, QueuedEntry, TreeEdge } from "../evidence/Tiles.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

/** The start of a log. */
export interface LogOpening {
  /** The name of the log. */
  readonly origin: string
  /** Epoch milliseconds. */
  readonly openedAt: number
  /** The first entry of the log; queued when the log is new or renamed. */
  readonly entry: PendingEntry
  /** Whether to replace another origin that has no checkpoint yet. */
  readonly mayRename: boolean
}

/** The outcome of opening a log. */
export type OpenOutcome = Data.TaggedEnum<{
  /** There was none. */
  Opened: {}
  /** It existed with another origin, which was replaced. */
  Renamed: { readonly from: string }
  /** It existed with the same origin. */
  Known: { readonly head: LogHead }
  /** The tenant's log has another origin; nothing was changed. */
  Foreign: { readonly origin: string }
}>

export const OpenOutcome = Data.taggedEnum<OpenOutcome>()

/** The outcome of requesting the lease. */
export type LeaseOutcome = Data.TaggedEnum<{
  /** The caller may integrate until its lease ends. */
  Leased: {}
  HeldByAnother: {}
  /** The caller's clock and the database's differ by more than a minute: its times would stay in the log for good. */
  ClockSuspicious: { readonly offsetMs: number }
  /** The log was not opened. */
  NotOpened: {}
}>

export const LeaseOutcome = Data.taggedEnum<LeaseOutcome>()

/** Decides how the tree grows; null when the stored tree contradicts its head. */
export type Integrate = (head: LogHead, edge: TreeEdge, queued: ReadonlyArray<QueuedEntry>) => Growth | null

/** The outcome of an integration. */
export type IntegrationOutcome = Data.TaggedEnum<{
  Integrated: {
    readonly head: LogHead
    /** How many entries were added to the tree. */
    readonly count: number
    /** Whether there were as many as requested, so that more may wait. */
    readonly backlog: boolean
  }
  NothingQueued: { readonly head: LogHead }
  /** The stored tree contradicts its head; nothing was written. */
  Inconsistent: { readonly head: LogHead }
  /** The log was not opened. */
  NotOpened: {}
}>

export const IntegrationOutcome = Data.taggedEnum<IntegrationOutcome>()

/** Where a look for records without an entry goes on: where the last such look ended, or after an id (null: the first). */
export type UnloggedPlace = "kept" | { readonly after: string | null }

/** The outcome of looking at some records. */
export type UnloggedOutcome = Data.TaggedEnum<{
  Looked: {
    /** How many records were looked at. */
    readonly records: number
    /** How many of them had no entry, and have one queued now. */
    readonly queued: number
    /** The id of the last of them; null when there was none. */
    readonly last: string | null
  }
  /** A look from an id comes after those from the kept place have reached the end: these look for fewer entries. */
  Unfinished: {}
  /** The log was not opened. */
  NotOpened: {}
}>

export const UnloggedOutcome = Data.taggedEnum<UnloggedOutcome>()

/** A stored checkpoint. */
export interface KeptCheckpoint {
  readonly size: number
  /** The signed note, verbatim. */
  readonly note: string
  /** Epoch milliseconds. */
  readonly signedAt: number
}

/** A stored time stamp of a checkpoint (RFC 3161). */
export interface KeptTimestamp {
  readonly size: number
  /** Who gave it: the address that was asked. */
  readonly authority: string
  /** What was stamped: the checkpoint without its signatures. */
  readonly text: string
  /** The answer, as it came. */
  readonly answer: Uint8Array
  /** When it was stored, by the own clock, in epoch milliseconds. */
  readonly keptAt: number
}

/** Decides what leaves make of a tree, by the queued entries that they are of; null when the tree is another. */
export type DecideTakeOver = (
  head: LogHead,
  edge: TreeEdge,
  queued: ReadonlyArray<QueuedEntry>,
) => { readonly growth: Growth; readonly queue: ReadonlyArray<PendingEntry> } | null

/** Leaves of a log that its database has lost, and its published files have. */
export interface TakeOver {
  /** The name of the log, which is opened under it where there is none. */
  readonly origin: string
  /** Epoch milliseconds. */
  readonly openedAt: number
  /** Of the leaves: what of the queue they may be of. */
  readonly commitments: ReadonlyArray<string>
  /** A checkpoint that covers the leaves, and maybe more: until the tree has its size, nothing else grows it. */
  readonly checkpoint: KeptCheckpoint
  readonly growthBy: DecideTakeOver
}

/** The outcome of taking over leaves. */
export type TakeOverOutcome = Data.TaggedEnum<{
  TakenOver: { readonly head: LogHead }
  /** The stored tree is not the one that was expected; nothing was changed. */
  Inconsistent: { readonly head: LogHead }
  /** The tenant's log has another origin; nothing was changed. */
  Foreign: { readonly origin: string }
}>

export const TakeOverOutcome = Data.taggedEnum<TakeOverOutcome>()

/** How a log begins anew. */
export interface LogReopening {
  /** The name of the new log. */
  readonly origin: string
  /** Epoch milliseconds. */
  readonly openedAt: number
  /** The first entries of the new log. */
  readonly entries: ReadonlyArray<PendingEntry>
}

/** The outcome of beginning a log anew. */
export type ReopenOutcome = Data.TaggedEnum<{
  Reopened: { readonly from: string }
  /** The log has that name already; nothing was changed. */
  SameOrigin: {}
  /** The log was not opened. */
  NotOpened: {}
}>

export const ReopenOutcome = Data.taggedEnum<ReopenOutcome>()

/**
 * Grows the tree of one tenant.
 *
 * @example
 * ```ts
 * import { integrate } from "@consent-service/core/evidence"
 * import { EvidenceLog } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const integrateAt = (now: number) =>
 *   Effect.flatMap(EvidenceLog, (log) =>
 *     log.integrate(1024, (head, edge, queued) => integrate(head, edge, queued, now)),
 *   )
 * ```
 */
export class EvidenceLog extends Context.Tag("@consent-service/core/ports/EvidenceLog")<
  EvidenceLog,
  TenantScoped & {
    /** Opens the log when there is none, or renames it, and queues its entry in the same transaction. */
    readonly open: (opening: LogOpening) => Effect.Effect<OpenOutcome, StoreError>

    /** Queues the log's own entries, such as those of new keys, in one atomic, durable step. */
    readonly queue: (entries: ReadonlyArray<PendingEntry>) => Effect.Effect<void, StoreError>

    /**
     * Takes or renews the lease, which keeps other processes from reading the queue. It only saves work: an
     * integration without it is correct, too. A lease that ends much later than one taken now was taken while a clock
     * was wrong, and counts as none.
     *
     * @param holder - names the process
     * @param now - epoch milliseconds
     */
    readonly lease: (holder: string, now: number, forMs: number) => Effect.Effect<LeaseOutcome, StoreError>

    /** Releases the lease, if the holder has it. */
    readonly release: (holder: string) => Effect.Effect<void, StoreError>

    /**
     * Moves up to so many queued entries into the tree, each exactly once, in one atomic, durable step, ordered by the
     * time of receipt (equal times: by id).
     */
    readonly integrate: (limit: number, decide: Integrate) => Effect.Effect<IntegrationOutcome, StoreError>

    /**
     * Looks at up to so many records in the order of their ids, and queues entries of those that have none, in one
     * atomic, durable step. From the kept place, that place moves on in the same step; once there are no more records it
     * stays at the end for good: records that come later bring their entries.
     *
     * @param entryOf - the entry of a record
     */
    readonly queueUnlogged: (
      place: UnloggedPlace,
      limit: number,
      entryOf: (record: ConsentFacts) => PendingEntry,
    ) => Effect.Effect<UnloggedOutcome, StoreError>

    /** Stores a signed checkpoint. The first of a size is kept. */
    readonly keepCheckpoint: (checkpoint: KeptCheckpoint) => Effect.Effect<void, StoreError>

    /**
     * Replaces the note of a checkpoint, to which cosignatures were added: only while it is as it was read.
     *
     * @returns whether it was replaced
     */
    readonly replaceNote: (size: number, from: string, to: string) => Effect.Effect<boolean, StoreError>

    /** Stores a time stamp. The first of a size and an authority is kept, for good. */
    readonly keepTimestamp: (timestamp: KeptTimestamp) => Effect.Effect<void, StoreError>

    /** Deletes checkpoints of these sizes. */
    readonly forgetCheckpoints: (sizes: ReadonlyArray<number>) => Effect.Effect<void, StoreError>

    /**
     * Puts lost leaves behind the tree and keeps the checkpoint, in one atomic, durable step. Queued entries that the
     * decision puts into the tree leave the queue; those that it adds are queued.
     */
    readonly takeOver: (lost: TakeOver) => Effect.Effect<TakeOverOutcome, StoreError>

    /**
     * Begins the log anew under another name, in one atomic, durable step: its tree and its checkpoints go, and what
     * waits goes into the new one. Time stamps of the former tree go, too.
     */
    readonly reopen: (reopening: LogReopening) => Effect.Effect<ReopenOutcome, StoreError>
  }
>() {}
