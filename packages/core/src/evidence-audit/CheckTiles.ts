/**
 * Whether the stored hashes of each level are those of the full tiles below it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { equalBytes } from "../digest/Hmac.js"
import { rootOf } from "../evidence/MerkleTree.js"
import { tileWidth } from "../evidence/Tiles.js"
import type { StoredEvidence } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import { type Finding, findingOf } from "./Finding.js"
import { type LevelPage, readLevel, tilesAPage } from "./ReadTree.js"

/** The root of each full tile of a level, from the first on. */
const checkLevel = (level: number, tiles: number): Effect.Effect<ReadonlyArray<Finding>, StoreError, StoredEvidence> =>
  Effect.gen(function* () {
    const findings: Array<Finding> = []
    let above: LevelPage = new Map()
    for (let from = 0; from < tiles; from += tilesAPage) {
      const hashes = yield* readLevel(level, from)
      if (from % (tilesAPage * tileWidth) === 0) above = yield* readLevel(level + 1, from / tileWidth)
      for (let n = from; n < Math.min(from + tilesAPage, tiles); n++) {
        const own = hashes.get(n)
        const stored = above.get(Math.floor(n / tileWidth))?.[n % tileWidth]
        // What is missing below was found with the entries.
        if (own?.length !== tileWidth || (stored !== undefined && equalBytes(rootOf(own), stored))) continue
        const entries = tileWidth ** (level + 1)
        const range = { from: n * entries, to: (n + 1) * entries }
        findings.push(findingOf("TreeAltered", range, `hashes stored at levels ${level} and ${level + 1} differ`))
      }
    }
    return findings
  })

/**
 * Checks all levels above the entries.
 *
 * @param size - of the tree
 */
export const checkTiles = (size: number): Effect.Effect<ReadonlyArray<Finding>, StoreError, StoredEvidence> =>
  Effect.gen(function* () {
    const findings: Array<Finding> = []
    for (let [level, tiles] = [1, Math.floor(size / tileWidth ** 2)]; tiles > 0; ) {
      findings.push(...(yield* checkLevel(level, tiles)))
      ;[level, tiles] = [level + 1, Math.floor(tiles / tileWidth)]
    }
    return findings
  })
