import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sha256 } from "../digest/Sha256.js"
import { type Hash, nodeHash, rootOf, rootOfSubtrees } from "../evidence/MerkleTree.js"
import type { StoredTile } from "../ports/StoredEvidence.js"
import { storedWith, tilesOf } from "../testing/StoredLog.js"
import { checkTiles } from "./CheckTiles.js"
import { readTreeBefore } from "./ReadTree.js"

const hashAt = (at: number): Hash =>
  sha256(Uint8Array.of(at % 256, Math.floor(at / 256) % 256, Math.floor(at / 65_536)))

const hashes = (count: number, from = 0): ReadonlyArray<Hash> =>
  Array.from({ length: count }, (_, at) => hashAt(from + at))

/** A full tile of made-up hashes. */
const fullTile = (level: number, n: number): StoredTile => ({ n, tile: { level, n, hashes: hashes(256, n * 7) } })

const rootOfTile = ({ tile }: StoredTile): Hash => rootOf(tile?.hashes ?? [])

const check = (size: number, ...tiles: ReadonlyArray<ReadonlyArray<StoredTile>>) =>
  Effect.provide(checkTiles(size), storedWith({ tiles }))

const differ = (level: number, from: number, to: number) => ({
  finding: "TreeAltered",
  severity: "tampered",
  from,
  to,
  message: `hashes stored at levels ${level} and ${level + 1} differ`,
})

const perTile = 65_536

describe("the check of stored tiles", () => {
  it.effect("finds nothing where each tile has its hash in the level above", () =>
    Effect.gen(function* () {
      const below = [0, 1, 2].map((n) => fullTile(1, n))
      assert.deepStrictEqual(yield* check(3 * perTile + 70_000, below, tilesOf(2, below.map(rootOfTile))), [])
      assert.deepStrictEqual(yield* check(perTile - 1, [fullTile(1, 0)]), [])
      assert.deepStrictEqual(yield* check(0), [])
    }),
  )

  it.effect("names the entries below a hash that differs or is missing", () =>
    Effect.gen(function* () {
      const below = [0, 1, 2].map((n) => fullTile(1, n))
      const above = below.map(rootOfTile)
      const size = 3 * perTile
      const wrong = tilesOf(2, above.with(1, hashAt(9)))
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* check(size, below, wrong), [differ(1, perTile, 2 * perTile)])
      const short = tilesOf(2, above.slice(0, 2))
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* check(size, below, short), [
        differ(1, 2 * perTile, 3 * perTile),
      ])
      const all = [0, 1, 2].map((n) => differ(1, n * perTile, (n + 1) * perTile))
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* check(size, below), all)
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* check(size, below, [{ n: 0, tile: null }]), all)
      // Tiles that are full and not yet counted are of entries that were logged since.
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* check(size - 1, below), all.slice(0, 2))
    }),
  )

  it.effect("leaves tiles that are missing, damaged or short to the check of the entries", () =>
    Effect.gen(function* () {
      const short = { n: 2, tile: { level: 1, n: 2, hashes: hashes(255) } }
      assert.deepStrictEqual(yield* check(3 * perTile, [{ n: 1, tile: null }, short]), [])
    }),
  )

  it.effect("reaches every level, and every page of a level", () =>
    Effect.gen(function* () {
      const size = 16_390 * perTile
      const wide = [63, 64, 300, 16_383, 16_384, 16_389].map((n) => fullTile(1, n))
      const second: StoredTile = { n: 1, tile: { level: 2, n: 1, hashes: hashes(256) } }
      const found = yield* check(size, wide, [second], tilesOf(3, [hashAt(1), rootOfTile(second)]))
      // A hash of the level above is there for one of them, and is another.
      assert.deepStrictEqual<ReadonlyArray<object>>(
        found,
        wide.map(({ n }) => differ(1, n * perTile, (n + 1) * perTile)),
      )
      const far = { n: 64, tile: { level: 2, n: 64, hashes: [16_384, 1, 2, 3, 4].map(hashAt) } }
      const right = { ...far, tile: { ...far.tile, hashes: [rootOfTile(fullTile(1, 16_384)), ...hashes(4)] } }
      const last = [fullTile(1, 16_384)]
      assert.deepStrictEqual(yield* check(size, last, [right]), [])
      assert.lengthOf(yield* check(size, last, [far]), 1)
      const above = yield* check(size, [], [second], tilesOf(3, hashes(64)))
      assert.deepStrictEqual<ReadonlyArray<object>>(above, [differ(2, 256 * perTile, 512 * perTile)])
    }),
  )
})

describe("the tree of the first entries", () => {
  const read = (size: number, ...tiles: ReadonlyArray<ReadonlyArray<StoredTile>>) =>
    Effect.provide(readTreeBefore(size), storedWith({ tiles }))

  it.effect("is read from the hashes of full bundles", () =>
    Effect.gen(function* () {
      const bundles = hashes(300)
      for (const count of [0, 1, 2, 3, 7, 12, 255]) {
        const tree = yield* read(count * 256, tilesOf(1, bundles))
        assert.deepStrictEqual(tree?.root(), rootOf(bundles.slice(0, count)))
      }
    }),
  )

  it.effect("is read from higher levels where it is large", () =>
    Effect.gen(function* () {
      const first = tilesOf(1, hashes(512 + 3))
      const second = [rootOf(hashes(256)), rootOf(hashes(256, 256))]
      const tree = yield* read((512 + 3) * 256, first, tilesOf(2, second))
      assert.deepStrictEqual(
        tree?.subtrees().map(({ level }) => level),
        [17, 9, 8],
      )
      const [one = hashAt(0), other = hashAt(0), last = hashAt(0)] = hashes(3, 512)
      const root = rootOfSubtrees([rootOf(second), nodeHash(one, other), last])
      assert.deepStrictEqual(tree?.root(), root)
    }),
  )

  it.effect("is not there where a hash is missing", () =>
    Effect.gen(function* () {
      assert.isNull(yield* read(512))
      assert.isNull(yield* read(512, [{ n: 0, tile: null }]))
      assert.isNull(yield* read(512, tilesOf(1, hashes(1))))
      assert.isNull(yield* read(perTile, tilesOf(1, hashes(256))))
    }),
  )
})
