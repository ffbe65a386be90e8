/**
 * Walks over the entries of a log, from its first or a later one to its head, and checks each.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { ConsentFacts } from "../evidence/Statement.js"
import { tileWidth } from "../evidence/Tiles.js"
import type { EvidenceReader, LogState } from "../ports/EvidenceReader.js"
import type { StoredEvidence } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import type { Anchors } from "./Anchors.js"
import { checkPage, type WalkMemory } from "./CheckPage.js"
import { TreeCheck } from "./CheckTree.js"
import { CompactRange } from "./CompactRange.js"
import { type Finding, findingOf } from "./Finding.js"
import { findOtherLeaves, type KnownLeaf } from "./Outside.js"
import { type PlacedEntry, type ReadBundle, readPage } from "./ReadPage.js"
import { type LevelPage, readLevel, readTreeBefore } from "./ReadTree.js"

/** Bundles that are checked together. */
const bundlesAPage = 4

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
    const first = firstBundle * tileWidth
    const before = yield* readTreeBefore(first)
    if (before === null) {
      yield* report([findingOf("TreeAltered", { from: 0, to: first }, "stored hashes of these entries are missing")])
    }
    const tree = new TreeCheck(first, before ?? new CompactRange())
    const times = new TimeOrder()
    let hashes: LevelPage = new Map()

    const checkBundle = ({ entries, findings, n, width }: ReadBundle) =>
      Effect.gen(function* () {
        const tile = Math.floor(n / tileWidth)
        if (!hashes.has(tile)) hashes = yield* readLevel(1, tile)
        const start = n * tileWidth
        const due = yield* anchors.upTo(start + width)
        const tileHash = hashes.get(tile)?.[n % tileWidth] ?? null
        const ofTree = tree.add({ n, entries, isFull: width === tileWidth, tileHash, anchors: due.anchors })
        yield* report([...findings, ...due.findings, ...ofTree, ...findOtherLeaves(knownLeaves, start, entries ?? [])])
      })

    const bundles = Math.ceil(head.size / tileWidth)
    for (let from = firstBundle; from < bundles; from += bundlesAPage) {
      const page = yield* readPage({ from, count: bundlesAPage, size: head.size })
      yield* Effect.forEach(page.bundles, checkBundle, { discard: true })
      const { findings, records } = yield* checkPage(page, memory)
      yield* report([...times.check(page.entries), ...findings])
      yield* onPage(page.entries, records)
    }
    return tree
  })
