/**
 * Reads stored hashes, for verification.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type Hash, subtreesOf } from "../evidence/MerkleTree.js"
import { levelsInTile, tileWidth } from "../evidence/Tiles.js"
import { StoredEvidence } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import { CompactRange } from "./CompactRange.js"

/** Tiles that are read together. */
export const tilesAPage = 64

/** The hashes of tiles by their numbers; null for one that cannot be read. */
export type LevelPage = ReadonlyMap<number, ReadonlyArray<Hash> | null>

/** Reads the tiles of a level from a number on. */
export const readLevel = (level: number, from: number): Effect.Effect<LevelPage, StoreError, StoredEvidence> =>
  Effect.map(
    Effect.flatMap(StoredEvidence, (stored) => stored.tiles(level, from, tilesAPage)),
    (rows) => new Map(rows.map(({ n, tile }) => [n, tile?.hashes ?? null])),
  )

const rootOfNeighbors = (hashes: ReadonlyArray<Hash>): Hash => {
  const range = new CompactRange()
  for (const hash of hashes) range.push(0, hash)
  return range.root()
}

/**
 * Reads the tree of the first entries from the stored hashes; null where one is missing.
 *
 * @param size - a multiple of 256
 */
export const readTreeBefore = (size: number): Effect.Effect<CompactRange | null, StoreError, StoredEvidence> =>
  Effect.gen(function* () {
    const range = new CompactRange()
    for (const { index, level } of subtreesOf({ from: 0, to: size })) {
      const tileLevel = Math.floor(level / levelsInTile)
      const width = 2 ** (level % levelsInTile)
      const first = index * width
      const n = Math.floor(first / tileWidth)
      const from = first % tileWidth
      const hashes = (yield* readLevel(tileLevel, n)).get(n)?.slice(from, from + width)
      if (hashes?.length !== width) return null
      range.push(level, rootOfNeighbors(hashes))
    }
    return range
  })
