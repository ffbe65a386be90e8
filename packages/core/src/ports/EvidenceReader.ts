/**
 * The port that reads the evidence log of one tenant.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `EvidenceLogLaws` of
 * `@consent-service/testkit`: integrated entries are read unchanged; each operation reads one committed
 * state; an entry is found by its id while it waits and once it is in the tree; no tenant sees another's.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Bundle, LoggedEntry, LogHead, Tile } from "../evidence/Tiles.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { KeptCheckpoint, KeptTimestamp } from "./EvidenceLog.js"
import type { StoreError } from "./StoreError.js"

/** The place of an entry. */
export type EntryPlace = Data.TaggedEnum<{
  /** It waits for the tree. */
  Queued: {}
  /** It is in the tree. */
  At: {
    /** Counted from 0. */
    readonly position: number
    readonly entry: LoggedEntry
  }
  Unknown: {}
}>

export const EntryPlace = Data.taggedEnum<EntryPlace>()

/** An open log, and the entries that wait for its tree. */
export interface LogState {
  readonly origin: string
  /** Epoch milliseconds. */
  readonly openedAt: number
  readonly head: LogHead
  /** How many entries of the tree the statistics cover: all, or those before the ones that are caught up with. */
  readonly counted: number
  /** How many entries wait, counted up to 100,000. */
  readonly queued: number
  /** When the oldest of them was received, in epoch milliseconds; null while none waits. */
  readonly oldestQueued: number | null
}

/** Names a stored tile. Tiles of level 0 are not stored: their hashes are those of a bundle's leaves. */
export interface TileId {
  readonly level: number
  readonly n: number
}

/**
 * Reads the evidence log of one tenant.
 *
 * @example
 * ```ts
 * import { EvidenceReader } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const newest = Effect.flatMap(EvidenceReader, (reader) => reader.checkpoint(0))
 * ```
 */
export class EvidenceReader extends Context.Tag("@consent-service/core/ports/EvidenceReader")<
  EvidenceReader,
  TenantScoped & {
    /** The current log; none before it was opened. */
    readonly state: Effect.Effect<Option.Option<LogState>, StoreError>

    /** The newest checkpoint of at least this size. */
    readonly checkpoint: (atLeast: number) => Effect.Effect<Option.Option<KeptCheckpoint>, StoreError>

    /** Checkpoints of at least this size, the smallest first. */
    readonly checkpoints: (fromSize: number, limit: number) => Effect.Effect<ReadonlyArray<KeptCheckpoint>, StoreError>

    /** Checkpoints of at least this size, the largest first. */
    readonly newestCheckpoints: (
      atLeast: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<KeptCheckpoint>, StoreError>

    /** Time stamps of trees of at least this size, the smallest first; of one size, by authority. */
    readonly timestamps: (fromSize: number, limit: number) => Effect.Effect<ReadonlyArray<KeptTimestamp>, StoreError>

    /** The time stamp of an authority with the largest size. */
    readonly newestTimestamp: (authority: string) => Effect.Effect<Option.Option<KeptTimestamp>, StoreError>

    /** Bundles from a number on, in order, as many as exist. */
    readonly bundles: (first: number, count: number) => Effect.Effect<ReadonlyArray<Bundle>, StoreError>

    /** The existing tiles of level 1 and above, in any order. */
    readonly tiles: (ids: ReadonlyArray<TileId>) => Effect.Effect<ReadonlyArray<Tile>, StoreError>

    /**
     * The place of an entry. Of several entries with the same id, one of them.
     *
     * @param receivedAt - when it was received, in epoch milliseconds
     */
    readonly locate: (id: string, receivedAt: number) => Effect.Effect<EntryPlace, StoreError>

    /**
     * Records by their ids, as they are stored: nothing that this version does not know is read as null. Those that the
     * tenant has.
     */
    readonly consentFacts: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, ConsentFacts>, StoreError>

    /** Statements stored with their entries, by id: the JSON of `PendingEntry.statement`. */
    readonly statements: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>, StoreError>
  }
>() {}
