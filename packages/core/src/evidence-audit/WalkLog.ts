/**
 * Walks over the entries of a log, from its first or a later one to its head, and checks each.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { ConsentFacts } from "../evidence/Statement.js"
import { tileWidth } from "../evidence/Tiles.js"
import type { EvidenceReader, LogState } from "../ports/EvidenceReader.js"
import { StoredEvidence, type StoredBundle } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import type { Anchors } from "./Anchors.js"
import { checkPage, type PlacedEntry, type WalkMemory } from "./CheckPage.js"
import { TreeCheck } from "./CheckTree.js"
import { CompactRange } from "./CompactRange.js"
import { type Finding, findingOf } from "./Finding.js"
import { findOtherLeaves, type KnownLeaf } from "./Outside.js"
import { type LevelPage, readLevel, readTreeBefore } from "./ReadTree.js"

/** Bundles that are checked together. */
const bundlesAPage = 4

/** The bundle under check: its number, and how many entries it must have. */
interface Expected {
  readonly n: number
  readonly width: number
}

/** The entries of a bundle. */
interface ReadBundle {
  /** Null when they are not as they must be. */
  readonly entries: StoredEntries | null
  /** Those that can be read. */
  readonly listed: StoredEntries
  readonly findings: ReadonlyArray<Finding>
}

type StoredEntries = NonNullable<StoredBundle["bundle"]>["entries"]

const readBundle = (row: StoredBundle | undefined, { n, width }: Expected): ReadBundle => {
  const broken = (listed: StoredEntries, message: string): ReadBundle => {
    const range = { from: n * tileWidth, to: n * tileWidth + width }
    return { entries: null, listed, findings: [findingOf("BundleBroken", range, message)] }
  }
  if (row === undefined) return broken([], "the row of these entries is missing")
  if (row.bundle === null) return broken([], "the row of these entries cannot be read")
  const { entries } = row.bundle
  // The last one may have grown since the walk began.
  const listed = width < tileWidth ? entries.slice(0, width) : entries
  if (listed.length === width) return { entries: listed, listed, findings: [] }
  return broken(listed, `the row has ${entries.length} entries instead of ${width}`)
}

/** Times of entries never go back. Mutable. */
class TimeOrder {
  #last = 0

  check(entries: ReadonlyArray<PlacedEntry>): ReadonlyArray<Finding> {
    return entries.flatMap(({ entry, position }) => {
      const goesBack = entry.time < this.#last
      this.#last = Math.max(this.#last, entry.time)
      const message = `entry ${position} has an earlier time than one in front of it`
      return goesBack ? [findingOf("BundleBroken", { position }, message)] : []
    })
  }
}

/** What is walked. */
export interface LogWalk {
  readonly state: LogState
  /** The number of the first bundle. */
  readonly firstBundle: number
  readonly anchors: Anchors
  readonly knownLeaves: ReadonlyArray<KnownLeaf>
  readonly memory: WalkMemory
  readonly report: (findings: ReadonlyArray<Finding>) => Effect.Effect<void>
  /** Called with each page of entries, and the records in it that are stored. */
  readonly onPage: (entries: ReadonlyArray<PlacedEntry>, records: ReadonlyArray<ConsentFacts>) => Effect.Effect<void>
}

/** Walks over a log; returns what its tree came to. */
export const walkLog = ({
  anchors,
  firstBundle,
  knownLeaves,
  memory,
  onPage,
  report,
  state: { head },
}: LogWalk): Effect.Effect<TreeCheck, StoreError, EvidenceReader | StoredEvidence> =>
  Effect.gen(function* () {
    const stored = yield* StoredEvidence
    const first = firstBundle * tileWidth
    const before = yield* readTreeBefore(first)
    if (before === null) {
      yield* report([findingOf("TreeAltered", { from: 0, to: first }, "stored hashes of these entries are missing")])
    }
    const tree = new TreeCheck(first, before ?? new CompactRange())
    const times = new TimeOrder()
    let hashes: LevelPage = new Map()

    const checkBundle = (row: StoredBundle | undefined, expected: Expected) =>
      Effect.gen(function* () {
        const { n, width } = expected
        const tile = Math.floor(n / tileWidth)
        if (!hashes.has(tile)) hashes = yield* readLevel(1, tile)
        const { entries, findings, listed } = readBundle(row, expected)
        const start = n * tileWidth
        const due = yield* anchors.upTo(start + width)
        const tileHash = hashes.get(tile)?.[n % tileWidth] ?? null
        const ofTree = tree.add({ n, entries, isFull: width === tileWidth, tileHash, anchors: due.anchors })
        yield* report([...findings, ...due.findings, ...ofTree, ...findOtherLeaves(knownLeaves, start, entries ?? [])])
        return listed.map((entry, at): PlacedEntry => ({ position: start + at, entry }))
      })

    const bundles = Math.ceil(head.size / tileWidth)
    for (let from = firstBundle; from < bundles; from += bundlesAPage) {
      const rows = yield* stored.bundles(from, bundlesAPage)
      const numbers = Array.from({ length: Math.min(bundlesAPage, bundles - from) }, (_, at) => from + at)
      const listed = yield* Effect.forEach(numbers, (n) =>
        checkBundle(
          rows.find((row) => row.n === n),
          { n, width: Math.min(tileWidth, head.size - n * tileWidth) },
        ),
      )
      const entries = listed.flat()
      const { findings, records } = yield* checkPage(entries, memory)
      yield* report([...times.check(entries), ...findings])
      yield* onPage(entries, records)
    }
    return tree
  })
