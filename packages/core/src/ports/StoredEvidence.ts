/**
 * The port that reads what is stored, for those who verify it: rows as they are, those that cannot be read included.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `EvidenceLogLaws` of
 * `@consent-service/testkit`: pages are complete and in order; a row that is not as it was written is null, and hides no
 * other; no tenant sees another's.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoredDecision } from "../consent/record/StoredDecision.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import type { Bundle, Tile } from "../evidence/Tiles.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { Archived } from "./Archive.js"
import type { StoreError } from "./StoreError.js"

/** A row of bundles. */
export interface StoredBundle {
  readonly n: number
  /** Null when its content cannot be read. */
  readonly bundle: Bundle | null
}

/** A row of tiles. */
export interface StoredTile {
  readonly n: number
  /** Null when its hashes cannot be read. */
  readonly tile: Tile | null
}

/** Names a record. */
export interface StoredRecordId {
  readonly id: string
  /** Epoch milliseconds; null when it cannot be read. */
  readonly createdAt: number | null
}

/** An entry that waits to be put into the tree. */
export interface StoredQueueEntry {
  readonly id: string
  /** The number of its kind, as it is stored. */
  readonly kind: number
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** Rows by their ids: those that there are. Null for one that cannot be read. */
export type RowsById<A> = ReadonlyMap<string, A | null>

/**
 * What is stored of one tenant, for verification.
 *
 * @example
 * ```ts
 * import { StoredEvidence } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const firstIds = Effect.flatMap(StoredEvidence, (stored) => stored.recordIds(null, 100))
 * ```
 */
export class StoredEvidence extends Context.Tag("@consent-service/core/ports/StoredEvidence")<
  StoredEvidence,
  TenantScoped & {
    /** Rows of bundles from a number on, in order. */
    readonly bundles: (from: number, limit: number) => Effect.Effect<ReadonlyArray<StoredBundle>, StoreError>

    /** Rows of tiles of a level from a number on, in order. */
    readonly tiles: (level: number, from: number, limit: number) => Effect.Effect<ReadonlyArray<StoredTile>, StoreError>

    /** Entries that wait, in the order they go into the tree in, after one of them. */
    readonly queued: (
      after: StoredQueueEntry | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<StoredQueueEntry>, StoreError>

    /** Ids of records in their order, after one of them. */
    readonly recordIds: (
      after: string | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<StoredRecordId>, StoreError>

    readonly records: (ids: ReadonlyArray<string>) => Effect.Effect<RowsById<ConsentFacts>, StoreError>
    readonly decisions: (ids: ReadonlyArray<string>) => Effect.Effect<RowsById<StoredDecision>, StoreError>
    readonly documents: (ids: ReadonlyArray<string>) => Effect.Effect<RowsById<LegalDocument>, StoreError>
    readonly archived: (ids: ReadonlyArray<string>) => Effect.Effect<RowsById<Archived>, StoreError>
  }
>() {}
