/**
 * Entries that were erased, in whole or in part, and that no erasure names: neither one in the log nor one that waits for it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { tileWidth } from "../evidence/Tiles.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { StoredEvidence, type StoredBundle } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import { eachQueued } from "./CheckMembership.js"
import { takeExplaining, type WalkMemory } from "./CheckPage.js"
import { type Finding, findingOf } from "./Finding.js"

const bundlesAPage = 16

/** Whether an entry of a kind explains why others are empty. */
const explains = (kind: number): boolean => kind === 5 || kind === 10

const explainingIn = (rows: ReadonlyArray<StoredBundle>, size: number): ReadonlyArray<string> =>
  rows.flatMap(({ bundle, n }) =>
    (bundle?.entries ?? []).flatMap(({ id, kind }, at) =>
      n * tileWidth + at >= size && explains(kind) && id !== null ? [id] : [],
    ),
  )

/** The ids of explaining entries that came into the tree since it had a size, or wait for it. */
const readExplaining = (size: number): Effect.Effect<ReadonlyArray<string>, StoreError, StoredEvidence> =>
  Effect.gen(function* () {
    const { bundles } = yield* StoredEvidence
    const ids = new Set<string>()
    // In this order: an entry may go from the queue into the tree meanwhile.
    yield* eachQueued(({ id, kind }) => {
      if (explains(kind)) ids.add(id)
    })
    for (let from = Math.floor(size / tileWidth); ; from += bundlesAPage) {
      const rows = yield* bundles(from, bundlesAPage)
      for (const id of explainingIn(rows, size)) ids.add(id)
      if (rows.length < bundlesAPage) return Array.from(ids)
    }
  })

/**
 * Finds them when the walk is over. The service may have erased more since it began.
 *
 * @param memory - of the walk
 * @param size - of the tree that was walked
 */
export const findUnnamed = (
  memory: WalkMemory,
  size: number,
): Effect.Effect<ReadonlyArray<Finding>, StoreError, EvidenceReader | StoredEvidence> =>
  Effect.gen(function* () {
    if (memory.erased.isEmpty && memory.dropped.isEmpty) return []
    const statements = yield* (yield* EvidenceReader).statements(yield* readExplaining(size))
    for (const stored of statements.values()) takeExplaining(stored, memory)
    const { dropped, erased, lost } = memory
    const inPart = Array.from(dropped, (position) =>
      findingOf(
        "OpenerGone",
        { position },
        `a part of entry ${position} was dropped, and no erasure in the log names it`,
      ),
    )
    const left = Array.from(erased)
    const [first] = left
    if (first !== undefined && left.length <= lost) {
      const message = `${left.length} entries have no record: a restore lost them, as an entry of the log says`
      return [...inPart, findingOf("LostInRestore", { from: first, to: (left.at(-1) ?? first) + 1 }, message)]
    }
    const whole = left.map((position) =>
      findingOf("OpenerGone", { position }, `entry ${position} was erased, and no erasure in the log names it`),
    )
    return [...inPart, ...whole]
  })
