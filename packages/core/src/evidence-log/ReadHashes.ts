/**
 * Reads hashes of the stored tree. A proof takes two reads of bundles and one of tiles at most, whatever the tree's
 * size.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { leafData, leafHash } from "../evidence/Entry.js"
import { type Hash, type LeafRange, proofOf, rootOf, subtreesOf, type TreeNode } from "../evidence/MerkleTree.js"
import { type Bundle, levelsInTile, type Tile, tileWidth } from "../evidence/Tiles.js"
import { EvidenceReader, type TileId } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { LogInconsistent } from "./LogInconsistent.js"

/** Hashes in a tile from which that of a complete subtree is computed. */
interface StoredRange extends TileId {
  readonly from: number
  readonly to: number
}

const rangeOf = ({ index, level }: TreeNode): StoredRange => {
  const width = 2 ** (level % levelsInTile)
  const first = index * width
  const from = first % tileWidth
  return { level: Math.floor(level / levelsInTile), n: Math.floor(first / tileWidth), from, to: from + width }
}

const nameOf = ({ level, n }: TileId): string => `${level}/${n}`

/** A tile, of level 0 too, whose hashes take long: those of leaves are computed only where a proof needs them. */
type HashSource = (from: number, to: number) => ReadonlyArray<Hash>

const ofBundle =
  ({ entries }: Bundle): HashSource =>
  (from, to) =>
    entries.slice(from, to).map((entry) => leafHash(leafData(entry)))

const ofTile =
  ({ hashes }: Tile): HashSource =>
  (from, to) =>
    hashes.slice(from, to)

const readTiles = Effect.fnUntraced(function* (ids: ReadonlyArray<TileId>) {
  const reader = yield* EvidenceReader
  const [numbers, stored] = [ids.filter(({ level }) => level === 0), ids.filter(({ level }) => level > 0)]
  const bundles = Effect.forEach(numbers, ({ n }) => reader.bundles(n, 1), { concurrency: "unbounded" })
  const tiles = stored.length === 0 ? Effect.succeed([]) : reader.tiles(stored)
  const [foundBundles, foundTiles] = yield* Effect.all([bundles, tiles], { concurrency: "unbounded" })
  return new Map<string, HashSource>([
    ...foundBundles.flat().map((bundle) => [nameOf({ level: 0, n: bundle.n }), ofBundle(bundle)] as const),
    ...foundTiles.map((tile) => [nameOf(tile), ofTile(tile)] as const),
  ])
})

/**
 * Reads the hashes of a proof: the roots of some ranges of leaves, all of which are in the tree.
 *
 * @param ranges - as `inclusionRanges` and `consistencyRanges` give them
 */
export const readProof = (
  ranges: ReadonlyArray<LeafRange>,
): Effect.Effect<ReadonlyArray<Hash>, StoreError | LogInconsistent, EvidenceReader> => {
  const places = ranges.flatMap(subtreesOf).map(rangeOf)
  const ids = Array.from(new Map(places.map(({ level, n }) => [nameOf({ level, n }), { level, n }])).values())
  return Effect.flatMap(readTiles(ids), (tiles) => {
    const missing: Array<StoredRange> = []
    const hashesOf = (place: StoredRange) => {
      const hashes = tiles.get(nameOf(place))?.(place.from, place.to) ?? []
      if (hashes.length < place.to - place.from) missing.push(place)
      return hashes
    }
    const proof = proofOf(ranges, (node) => rootOf(hashesOf(rangeOf(node))))
    const [first] = missing
    return first === undefined
      ? Effect.succeed(proof)
      : new LogInconsistent({ message: `hashes are missing in tile ${nameOf(first)} of the evidence log` })
  })
}
