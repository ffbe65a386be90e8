/**
 * Whether the published tiles are those of the published entries.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { equalBytes } from "../digest/Hmac.js"
import { tileNamePath, widthIn } from "../evidence/LogFiles.js"
import { type Hash, rootOf, rootOfSubtrees } from "../evidence/MerkleTree.js"
import { tileWidth } from "../evidence/Tiles.js"
import type { MirrorUnusable, ReadLogFile } from "../evidence-log/Mirror.js"
import type { CompactRange } from "./CompactRange.js"
import { type Finding, findingOf } from "./Finding.js"

const altered = (level: number, n: number, width: number): Finding => {
  const each = tileWidth ** level
  const subject = { from: n * tileWidth * each, to: (n * tileWidth + width) * each }
  const name = tileNamePath({ level, n, width })
  return findingOf("TreeAltered", subject, `the file ${name} is missing, or its hashes are not those of the entries`)
}

/** A tile has the hashes of eight levels of the tree below its root. */
const levelsATile = 8

const hashesIn = (bytes: Uint8Array): ReadonlyArray<Hash> | null =>
  bytes.length % 32 === 0
    ? Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
    : null

/** The root over the hashes of the tile at the end of a level, which is not full. */
const rootAt = (range: CompactRange, level: number): Hash => {
  const [from, to] = [level * levelsATile, (level + 1) * levelsATile]
  const within = range.subtrees().filter((one) => one.level >= from && one.level < to)
  return rootOfSubtrees(within.map(({ hash }) => hash))
}

const readHashes = (read: ReadLogFile, level: number, n: number, width: number) =>
  Effect.gen(function* () {
    const own = yield* read(tileNamePath({ level, n, width }))
    const bytes = Option.isSome(own) ? own : yield* read(tileNamePath({ level, n, width: tileWidth }))
    return Option.getOrNull(Option.map(bytes, (found) => hashesIn(found)?.slice(0, width) ?? null))
  })

/**
 * Checks the last tile of each level of a published tree.
 *
 * @param range - the tree
 * @param size - how many entries it has
 */
export const checkLastTiles = (
  read: ReadLogFile,
  range: CompactRange,
  size: number,
): Effect.Effect<ReadonlyArray<Finding>, MirrorUnusable> =>
  Effect.gen(function* () {
    const findings: Array<Finding> = []
    for (let level = 0; size >= tileWidth ** level; level++) {
      const n = Math.floor(Math.floor(size / tileWidth ** level) / tileWidth)
      const width = widthIn(size, { level, n })
      if (width === 0) continue
      const hashes = yield* readHashes(read, level, n, width)
      if (hashes?.length === width && equalBytes(rootOf(hashes), rootAt(range, level))) continue
      findings.push(altered(level, n, width))
    }
    return findings
  })

/**
 * Checks a full tile.
 *
 * @param root - of the complete subtree that the tile is the top of
 */
export const checkFullTile = (
  read: ReadLogFile,
  level: number,
  n: number,
  root: Hash,
): Effect.Effect<ReadonlyArray<Finding>, MirrorUnusable> =>
  Effect.map(readHashes(read, level, n, tileWidth), (hashes) => {
    const isRight = hashes?.length === tileWidth && equalBytes(rootOf(hashes), root)
    return isRight ? [] : [altered(level, n, tileWidth)]
  })
