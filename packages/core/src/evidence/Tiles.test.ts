import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { hexOf, sha256Hex } from "../digest/Sha256.js"
import { leafData, leafHash } from "./Entry.js"
import { emptyRoot, type Hash, rootOf } from "./MerkleTree.js"
import {
  type Bundle,
  edgeTiles,
  emptyEdge,
  type Growth,
  integrate,
  type LogHead,
  type QueuedEntry,
  rootOfEdge,
  type Tile,
  tileWidth,
} from "./Tiles.js"

const queued = (at: number): QueuedEntry => ({
  kind: at % 3 === 0 ? 4 : 2,
  id: `id ${at}`,
  salt: `salt ${at}`,
  commitment: sha256Hex(`commitment ${at}`),
  receivedAt: 1_000 + ((at * 7) % 50),
})

const emptyHead: LogHead = { size: 0, root: emptyRoot, lastTime: 0 }
const now = 1_796_083_200_123

/** What a log has stored after some batches. */
interface Stored {
  readonly growth: Growth
  readonly bundles: ReadonlyMap<number, Bundle>
  readonly tiles: ReadonlyMap<string, Tile>
}

/** Puts entries in, in batches of these sizes, all at one time. */
const grown = (batches: ReadonlyArray<number>): Stored => {
  let growth: Growth = { head: emptyHead, edge: emptyEdge, bundles: [], tiles: [] }
  const bundles = new Map<number, Bundle>()
  const tiles = new Map<string, Tile>()
  for (const size of batches) {
    const from = growth.head.size
    const next = Array.from({ length: size }, (_, at) => queued(from + at))
    growth = integrate(growth.head, growth.edge, next, now) ?? assert.fail("the edge is not that of the head")
    for (const bundle of growth.bundles) bundles.set(bundle.n, bundle)
    for (const tile of growth.tiles) tiles.set(`${tile.level}/${tile.n}`, tile)
  }
  return { growth, bundles, tiles }
}

const leafOf = (at: number): Hash =>
  leafHash(leafData({ kind: queued(at).kind, time: 1_796_083_200_000, commitment: queued(at).commitment }))

describe("putting entries into the tree", () => {
  it("makes the same of them in any batches: bundles, tiles and root", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.nat(700), { minLength: 1, maxLength: 5 }), (batches) => {
        const total = batches.reduce((sum, size) => sum + size, 0)
        const [one, other] = [grown(batches), grown([total])]
        assert.deepStrictEqual(one.growth.head, other.growth.head)
        assert.deepStrictEqual(one.growth.edge, other.growth.edge)
        assert.deepStrictEqual(one.bundles, other.bundles)
        assert.deepStrictEqual(one.tiles, other.tiles)
      }),
      { numRuns: 8 },
    )
  })

  it("has the root of the tree of its leaves", () => {
    for (const size of [0, 1, 255, 256, 257, 1_023]) {
      const leaves = Array.from({ length: size }, (_, at) => leafOf(at))
      const { edge, head } = grown([size]).growth
      assert.strictEqual(hexOf(head.root), hexOf(rootOf(leaves)))
      assert.strictEqual(hexOf(rootOfEdge(edge)), hexOf(rootOf(leaves)))
    }
  })

  it("carries full tiles up a level: 65,537 entries", () => {
    const { bundles, growth, tiles } = grown([65_537])
    assert.strictEqual(bundles.size, 257)
    assert.deepStrictEqual(
      Array.from(tiles.values(), ({ hashes, level, n }) => [level, n, hashes.length]),
      [
        [1, 0, 256],
        [2, 0, 1],
      ],
    )
    const leaves = Array.from({ length: 65_537 }, (_, at) => leafOf(at))
    assert.strictEqual(hexOf(growth.head.root), hexOf(rootOf(leaves)))
    assert.isNotNull(integrate(growth.head, growth.edge, [queued(65_537)], now))
  })

  it("keeps each entry in its place, with the times its bundle was received at", () => {
    const { bundles } = grown([300, 300])
    const entries = Array.from(bundles.values()).flatMap((bundle) => bundle.entries)
    assert.deepStrictEqual(
      entries.map(({ id, opener }) => [id, opener]),
      Array.from({ length: 600 }, (_, at) => [queued(at).id, queued(at).salt]),
    )
    for (const { entries: held, firstReceived, lastReceived, n } of bundles.values()) {
      const received = held.map((_, at) => queued(n * tileWidth + at).receivedAt)
      assert.deepStrictEqual([firstReceived, lastReceived], [Math.min(...received), Math.max(...received)])
    }
  })

  it("has an edge of tiles that are not full, and continues where one has just become full", () => {
    for (const size of [0, 255, 256, 600, 65_536]) {
      const { edge, head } = grown([size]).growth
      assert.deepStrictEqual(
        edgeTiles(size).map(({ level, width }) => [level, width]),
        edge.tiles.map((hashes, at) => [at + 1, hashes.length]),
      )
      assert.strictEqual(edge.bundle?.entries.length ?? 0, size % tileWidth)
      const next = integrate(head, edge, [queued(size)], now) ?? assert.fail()
      assert.strictEqual(next.bundles.at(-1)?.n, Math.floor(size / tileWidth))
      assert.strictEqual(next.tiles.length, size === 255 ? 1 : 0)
    }
    assert.deepStrictEqual(edgeTiles(256 ** 3 + 3 * 256 ** 2 + 2 * 256), [
      { level: 1, n: 256 + 3, width: 2 },
      { level: 2, n: 1, width: 3 },
      { level: 3, n: 0, width: 1 },
    ])
  })

  it("never goes back in time", () => {
    const { edge, head } = grown([3]).growth
    const later = integrate(head, edge, [queued(3)], now - 60_000) ?? assert.fail()
    assert.strictEqual(later.head.lastTime, head.lastTime)
    assert.deepStrictEqual(
      later.bundles[0]?.entries.map(({ time }) => time),
      [1_796_083_200_000, 1_796_083_200_000, 1_796_083_200_000, 1_796_083_200_000],
    )
    const much = integrate(later.head, later.edge, [queued(4)], now + 61_999) ?? assert.fail()
    assert.strictEqual(much.head.lastTime, 1_796_083_262_000)
  })

  it("refuses a tree that is not what its head says", () => {
    const { edge, head } = grown([600]).growth
    const bundle = edge.bundle ?? assert.fail()
    const entry = bundle.entries[0] ?? assert.fail()
    const altered = { ...bundle, entries: [{ ...entry, commitment: "0".repeat(64) }, ...bundle.entries.slice(1)] }
    const shorter = { ...bundle, entries: bundle.entries.slice(1) }
    const wrong = [
      integrate({ ...head, size: 599 }, edge, [], now),
      integrate({ ...head, size: 65_536 + 600 }, edge, [], now),
      integrate({ ...head, root: emptyRoot }, edge, [], now),
      integrate(head, { ...edge, bundle: null }, [], now),
      integrate(head, { ...edge, bundle: altered }, [], now),
      integrate(head, { ...edge, bundle: shorter }, [], now),
      integrate(head, { ...edge, tiles: [] }, [], now),
      integrate(head, { ...edge, tiles: edge.tiles.map((hashes) => hashes.toReversed()) }, [], now),
    ]
    assert.deepStrictEqual(
      wrong,
      wrong.map(() => null),
    )
    assert.isNotNull(integrate(head, edge, [], now))
  })
})
