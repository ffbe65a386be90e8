/** What is stored of a log and of what it is about, as plain data, and the ports that verification reads it by. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { StoredDecision } from "../consent/record/StoredDecision.js"
import { type Leaf, leafData, leafHash } from "../evidence/Entry.js"
import { type Hash, rootOf } from "../evidence/MerkleTree.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import { type LoggedEntry, type LogHead, tileWidth } from "../evidence/Tiles.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import type { Archived } from "../ports/Archive.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EntryPlace, EvidenceReader } from "../ports/EvidenceReader.js"
import {
  type RowsById,
  StoredEvidence,
  type StoredBundle,
  type StoredQueueEntry,
  type StoredRecordId,
  type StoredTile,
} from "../ports/StoredEvidence.js"
import { StoreFailed } from "../ports/StoreError.js"
import { start } from "./EvidenceVectors.js"
import { signed } from "./GrownLog.js"

/** What is stored. */
export interface StoredLog {
  /** Null before the log was opened. */
  readonly head: LogHead | null
  readonly origin: string
  readonly oldestQueued: number | null
  readonly bundles: ReadonlyArray<StoredBundle>
  /** Those of level 1, then those of level 2. */
  readonly tiles: ReadonlyArray<ReadonlyArray<StoredTile>>
  readonly checkpoints: ReadonlyArray<KeptCheckpoint>
  readonly queued: ReadonlyArray<StoredQueueEntry>
  /** In the order of the ids. */
  readonly recordIds: ReadonlyArray<StoredRecordId>
  readonly records: RowsById<ConsentFacts>
  readonly decisions: RowsById<StoredDecision>
  readonly documents: RowsById<LegalDocument>
  readonly archived: RowsById<Archived>
  readonly statements: ReadonlyMap<string, string>
  /** Ids whose place cannot be read. */
  readonly unreadable: ReadonlyArray<string>
  /** Called with the ids that rows are asked for by. */
  readonly onAsk: (rows: string, ids: ReadonlyArray<string>) => void
  /** What is stored from when these rows are asked for the first time. */
  readonly meanwhile: { readonly asked: string; readonly stored: Partial<StoredLog> } | null
}

/** Nothing. */
export const nothingStored: StoredLog = {
  head: null,
  origin: "evidence.example/shop",
  oldestQueued: null,
  bundles: [],
  tiles: [],
  checkpoints: [],
  queued: [],
  recordIds: [],
  records: new Map(),
  decisions: new Map(),
  documents: new Map(),
  archived: new Map(),
  statements: new Map(),
  unreadable: [],
  onAsk: () => {},
  meanwhile: null,
}

export const hashesOf = (entries: ReadonlyArray<Leaf>): ReadonlyArray<Hash> =>
  entries.map((entry) => leafHash(leafData(entry)))

/** Rows of tiles with these hashes. */
export const tilesOf = (level: number, hashes: ReadonlyArray<Hash>): ReadonlyArray<StoredTile> =>
  Array.from({ length: Math.ceil(hashes.length / tileWidth) }, (_, n) => ({
    n,
    tile: { level, n, hashes: hashes.slice(n * tileWidth, (n + 1) * tileWidth) },
  }))

/** Rows of bundles with these entries. */
export const bundlesOf = (entries: ReadonlyArray<LoggedEntry>): ReadonlyArray<StoredBundle> =>
  Array.from({ length: Math.ceil(entries.length / tileWidth) }, (_, n) => ({
    n,
    bundle: { n, entries: entries.slice(n * tileWidth, (n + 1) * tileWidth), firstReceived: 0, lastReceived: 0 },
  }))

/** The log of these entries, of fewer than 65,536, and its checkpoints of these sizes. */
export const treeOf = (entries: ReadonlyArray<LoggedEntry>, sizes: ReadonlyArray<number> = [entries.length]) => {
  const leaves = hashesOf(entries)
  const full = Array.from({ length: Math.floor(entries.length / tileWidth) }, (_, n) =>
    rootOf(leaves.slice(n * tileWidth, (n + 1) * tileWidth)),
  )
  return {
    head: { size: leaves.length, root: rootOf(leaves), lastTime: entries.at(-1)?.time ?? 0 },
    bundles: bundlesOf(entries),
    tiles: [tilesOf(1, full)],
    checkpoints: sizes.map((size) => signed({ size, root: rootOf(leaves.slice(0, size)) })),
  }
}

const behind = <A>(rows: ReadonlyArray<A>, isLast: (row: A) => boolean): ReadonlyArray<A> =>
  rows.slice(rows.findIndex(isLast) + 1)

const among = <A>(rows: ReadonlyMap<string, A>, ids: ReadonlyArray<string>): ReadonlyMap<string, A> =>
  new Map(Array.from(rows).filter(([id]) => ids.includes(id)))

const placeIn = ({ bundles, queued }: StoredLog, wanted: string): EntryPlace => {
  const found = bundles
    .flatMap(({ bundle, n }) => (bundle?.entries ?? []).map((entry, at) => ({ position: n * tileWidth + at, entry })))
    .find(({ entry }) => entry.id === wanted)
  if (found !== undefined) return EntryPlace.At(found)
  return queued.some(({ id }) => id === wanted) ? EntryPlace.Queued() : EntryPlace.Unknown()
}

/** The ports over what is stored; nothing of what is left out is. */
export const storedWith = (stored: Partial<StoredLog>) => {
  let log = { ...nothingStored, ...stored }
  const rows =
    <A>(name: string, all: (now: StoredLog) => ReadonlyMap<string, A>) =>
    (ids: ReadonlyArray<string>) =>
      Effect.sync(() => {
        log.onAsk(name, ids)
        if (log.meanwhile?.asked === name) log = { ...log, meanwhile: null, ...log.meanwhile.stored }
        return among(all(log), ids)
      })
  return Layer.merge(
    Layer.succeed(StoredEvidence, {
      tenant: null,
      bundles: (from, limit) => Effect.sync(() => log.bundles.filter(({ n }) => n >= from && n < from + limit)),
      tiles: (level, from, limit) =>
        Effect.sync(() => (log.tiles[level - 1] ?? []).filter(({ n }) => n >= from && n < from + limit)),
      queued: (after, limit) => Effect.sync(() => behind(log.queued, ({ id }) => id === after?.id).slice(0, limit)),
      recordIds: (after, limit) => Effect.sync(() => behind(log.recordIds, ({ id }) => id === after).slice(0, limit)),
      records: rows("records", ({ records }) => records),
      decisions: rows("decisions", ({ decisions }) => decisions),
      documents: rows("documents", ({ documents }) => documents),
      archived: rows("archived", ({ archived }) => archived),
    }),
    Layer.mock(EvidenceReader, {
      tenant: null,
      state: Effect.sync(() =>
        Option.map(Option.fromNullable(log.head), (head) => ({
          origin: log.origin,
          openedAt: start,
          head,
          counted: head.size,
          queued: log.queued.length,
          oldestQueued: log.oldestQueued,
        })),
      ),
      checkpoint: (atLeast) =>
        Effect.sync(() => Option.fromNullable(log.checkpoints.findLast(({ size }) => size >= atLeast))),
      checkpoints: (from, limit) =>
        Effect.sync(() => log.checkpoints.filter(({ size }) => size >= from).slice(0, limit)),
      statements: rows("statements", ({ statements }) => statements),
      locate: (id) =>
        Effect.suspend(() =>
          log.unreadable.includes(id)
            ? Effect.fail(new StoreFailed({ operation: "locate", cause: "the bundle cannot be read" }))
            : Effect.succeed(placeIn(log, id)),
        ),
    }),
  )
}
