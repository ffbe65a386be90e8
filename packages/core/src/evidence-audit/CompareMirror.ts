/**
 * Compares the stored entries with those that were published, one by one: so an alteration is named to the entry, even
 * when the stored hashes were rewritten, too.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { equalBytes } from "../digest/Hmac.js"
import { type Leaf, leafData, leafHash } from "../evidence/Entry.js"
import { tileWidth } from "../evidence/Tiles.js"
import { type MirrorCheckpoint, MirrorUnusable, readMirrorLeaves, type ReadLogFile } from "../evidence-log/Mirror.js"
import { type StoredBundle, StoredEvidence } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import { CompactRange } from "./CompactRange.js"
import { type Finding, findingOf } from "./Finding.js"

/** How many bundles are read together. */
const bundlesAPage = 16

/** More entries that differ are not named one by one. */
const mostNamed = 10_000

const differing = (
  leaves: ReadonlyArray<Leaf>,
  first: number,
  rows: ReadonlyMap<number, StoredBundle>,
): ReadonlyArray<Finding> =>
  leaves.flatMap((leaf, at) => {
    const position = first + at
    const entry = rows.get(Math.floor(position / tileWidth))?.bundle?.entries[position % tileWidth]
    // What cannot be read, or is not there, was found with the bundles.
    if (entry === undefined || equalBytes(leafData(entry), leafData(leaf))) return []
    const subject = entry.id === null ? { position } : { position, id: entry.id }
    return [findingOf("TreeAltered", subject, "the stored entry is not the one that is published")]
  })

/**
 * Finds the stored entries that are not those of a published log.
 *
 * @param checkpoint - of the published log, whose signature was verified; its entries must be those that it signs
 * @returns fails with `MirrorUnusable` when the published log cannot be read, or is not what its checkpoint signs
 * @example
 * ```ts
 * import { compareWithMirror, type MirrorCheckpoint, type ReadLogFile } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const altered = (read: ReadLogFile, checkpoint: MirrorCheckpoint) =>
 *   Effect.map(compareWithMirror(read, checkpoint), (findings) => findings.map(({ position }) => position))
 * ```
 */
export const compareWithMirror = (
  read: ReadLogFile,
  { root, size }: MirrorCheckpoint,
): Effect.Effect<ReadonlyArray<Finding>, StoreError | MirrorUnusable, StoredEvidence> =>
  Effect.gen(function* () {
    const stored = yield* StoredEvidence
    const range = new CompactRange()
    const findings: Array<Finding> = []
    for (let first = 0; first < size; first += bundlesAPage * tileWidth) {
      const leaves = yield* readMirrorLeaves(read, first, Math.min(size, first + bundlesAPage * tileWidth), size)
      const rows = yield* stored.bundles(first / tileWidth, bundlesAPage)
      for (const leaf of leaves) range.push(0, leafHash(leafData(leaf)))
      if (findings.length >= mostNamed) continue
      findings.push(...differing(leaves, first, new Map(rows.map((row) => [row.n, row]))))
    }
    return equalBytes(range.root(), root)
      ? findings
      : yield* new MirrorUnusable({ reason: "its entries are not those that its checkpoint signs" })
  })
