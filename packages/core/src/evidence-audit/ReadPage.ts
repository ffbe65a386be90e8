/**
 * Reads entries of a log that follow each other, and the rows that they are about.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type LoggedEntry, tileWidth } from "../evidence/Tiles.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { StoredEvidence, type StoredBundle } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import { type CheckedEntry, checkEntry, type EntryRows } from "./CheckEntry.js"
import { type Finding, findingOf } from "./Finding.js"

/** An entry at its position. */
export interface PlacedEntry {
  readonly position: number
  readonly entry: LoggedEntry
}

/** An entry that was not erased. */
export interface OpenEntry extends PlacedEntry {
  readonly entry: LoggedEntry & { readonly id: string; readonly opener: string }
}

export const isOpen = (placed: PlacedEntry): placed is OpenEntry =>
  placed.entry.id !== null && placed.entry.opener !== null

/** Whether entries of a kind are of records: logged when they were saved, or later. */
export const isOfRecords = (kind: number): boolean => kind === 1 || kind === 8

export const isRecord = ({ entry: { kind } }: PlacedEntry): boolean => isOfRecords(kind)

type StoredEntries = NonNullable<StoredBundle["bundle"]>["entries"]

/** A bundle as it was read. */
export interface ReadBundle {
  readonly n: number
  /** How many entries it must have. */
  readonly width: number
  /** Null when they are not as they must be. */
  readonly entries: StoredEntries | null
  /** Those that can be read. */
  readonly listed: StoredEntries
  readonly findings: ReadonlyArray<Finding>
}

const readBundle = (row: StoredBundle | undefined, n: number, width: number): ReadBundle => {
  const broken = (listed: StoredEntries, message: string): ReadBundle => {
    const range = { from: n * tileWidth, to: n * tileWidth + width }
    return { n, width, entries: null, listed, findings: [findingOf("BundleBroken", range, message)] }
  }
  if (row === undefined) return broken([], "the row of these entries is missing")
  if (row.bundle === null) return broken([], "the row of these entries cannot be read")
  const { entries } = row.bundle
  // The last one may have grown since the walk began.
  const listed = width < tileWidth ? entries.slice(0, width) : entries
  if (listed.length === width) return { n, width, entries: listed, listed, findings: [] }
  return broken(listed, `the row has ${entries.length} entries instead of ${width}`)
}

/** Which bundles of a tree are read together. */
export interface BundleRange {
  readonly from: number
  readonly count: number
  /** Of the tree. */
  readonly size: number
}

const readBundles = ({ count, from, size }: BundleRange) =>
  Effect.gen(function* () {
    const rows = yield* (yield* StoredEvidence).bundles(from, count)
    const last = Math.min(from + count, Math.ceil(size / tileWidth))
    return Array.from({ length: last - from }, (_, at) => {
      const n = from + at
      const row = rows.find((one) => one.n === n)
      return readBundle(row, n, Math.min(tileWidth, size - n * tileWidth))
    })
  })

const placedIn = (bundles: ReadonlyArray<ReadBundle>): ReadonlyArray<PlacedEntry> =>
  bundles.flatMap(({ listed, n }) => listed.map((entry, at) => ({ position: n * tileWidth + at, entry })))

const idsOf = (entries: ReadonlyArray<OpenEntry>, isOf: (kind: number) => boolean): ReadonlyArray<string> =>
  entries.filter(({ entry: { kind } }) => isOf(kind)).map(({ entry: { id } }) => id)

const readRows = (
  entries: ReadonlyArray<OpenEntry>,
): Effect.Effect<EntryRows, StoreError, StoredEvidence | EvidenceReader> =>
  Effect.gen(function* () {
    const [stored, reader] = [yield* StoredEvidence, yield* EvidenceReader]
    const records = yield* stored.records(idsOf(entries, isOfRecords))
    const documents = yield* stored.documents(idsOf(entries, (kind) => kind === 3))
    const archived = yield* stored.archived(idsOf(entries, (kind) => kind === 4))
    const statements = yield* reader.statements(idsOf(entries, (kind) => ![1, 3, 4, 8].includes(kind)))
    return { records, documents, archived, statements }
  })

/** Entries, the rows that they are about, and what comparing them found. */
export interface ReadEntries {
  readonly entries: ReadonlyArray<PlacedEntry>
  readonly rows: EntryRows
  /** By position. Without those of records in which nothing was found: their statements are many, and long. */
  readonly checked: ReadonlyMap<number, CheckedEntry>
}

const checkEach = (entries: ReadonlyArray<OpenEntry>, rows: EntryRows): ReadEntries["checked"] => {
  const checked = new Map<number, CheckedEntry>()
  for (const placed of entries) {
    const one = checkEntry(placed.entry, placed.position, rows)
    if (one.finding !== null || !isRecord(placed)) checked.set(placed.position, one)
  }
  return checked
}

/** Reads the rows that entries are about. */
export const readEntries = (
  entries: ReadonlyArray<PlacedEntry>,
): Effect.Effect<ReadEntries, StoreError, StoredEvidence | EvidenceReader> => {
  const open = entries.filter(isOpen)
  return Effect.map(readRows(open), (rows) => ({ entries, rows, checked: checkEach(open, rows) }))
}

const hasFinding = ({ checked }: ReadEntries): boolean =>
  Array.from(checked.values()).some(({ finding }) => finding !== null)

const isSame = (one: ReadonlyArray<PlacedEntry>, other: ReadonlyArray<PlacedEntry>): boolean =>
  one.length === other.length &&
  one.every(({ entry: { id, opener } }, at) => id === other[at]?.entry.id && opener === other[at]?.entry.opener)

/** A page of a log. */
export interface ReadPage extends ReadEntries {
  readonly bundles: ReadonlyArray<ReadBundle>
}

/**
 * Reads a page. Where something is wrong, its bundles are read again: what was erased between the two reads is no longer in
 * the rows, and then not in the bundles either.
 */
export const readPage = (range: BundleRange): Effect.Effect<ReadPage, StoreError, StoredEvidence | EvidenceReader> => {
  const readFrom = (
    bundles: ReadonlyArray<ReadBundle>,
  ): Effect.Effect<ReadPage, StoreError, StoredEvidence | EvidenceReader> =>
    Effect.gen(function* () {
      const page = yield* readEntries(placedIn(bundles))
      if (!hasFinding(page)) return { ...page, bundles }
      const again = yield* readBundles(range)
      return isSame(page.entries, placedIn(again)) ? { ...page, bundles } : yield* readFrom(again)
    })
  return Effect.flatMap(readBundles(range), readFrom)
}
