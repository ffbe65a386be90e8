import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import { leafBytes, leafHash } from "../evidence/Entry.js"
import { type Hash, isConsistent, rootOf } from "../evidence/MerkleTree.js"
import { readTilePath, type TileName } from "../evidence/TileFiles.js"
import { type GrownLog, grownLog, portsOf } from "../testing/GrownLog.js"
import { newestCheckpoint, readConsistency, readTile } from "./LogReading.js"

const log = grownLog([900, 300], { checkpoints: 2 })

const bytesIn = (of: GrownLog, name: TileName): Uint8Array | null =>
  Option.getOrNull(Effect.runSync(Effect.provide(readTile(name), portsOf(of))))

const proofIn = (of: GrownLog, from: number, to: number): ReadonlyArray<Hash> | null =>
  Option.getOrNull(Effect.runSync(Effect.provide(readConsistency(from, to), portsOf(of))))

const bytes = (path: string): Uint8Array | null => bytesIn(log, readTilePath(path) ?? assert.fail(path))

const leafHashes = (count: number): ReadonlyArray<Hash> =>
  Array.from({ length: Math.ceil(count / 256) }, (_, n) => {
    const width = Math.min(256, count - 256 * n)
    const bundle = bytesIn(log, { level: "entries", n, width }) ?? assert.fail()
    assert.strictEqual(bundle.length, width * (leafBytes + 2))
    return Array.from({ length: width }, (__, at) => leafHash(bundle.subarray(at * 44 + 2, at * 44 + 44)))
  }).flat()

describe("the newest checkpoint", () => {
  it("is the one of the greatest size, if there is any", () => {
    const sizeIn = (of: GrownLog): number | null =>
      Option.match(Effect.runSync(Effect.provide(newestCheckpoint, portsOf(of))), {
        onNone: () => null,
        onSome: ({ size }) => size,
      })
    assert.strictEqual(sizeIn(log), 1_200)
    assert.isNull(sizeIn(grownLog([10], { checkpoints: 0 })))
  })
})

describe("a proof of consistency", () => {
  const leaves = leafHashes(1_200)

  it("shows of any two sizes that the older tree is the beginning of the newer one", () => {
    const size = FastCheck.integer({ min: 1, max: 1_200 })
    FastCheck.assert(
      FastCheck.property(size, size, (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const head = (count: number) => ({ size: count, root: rootOf(leaves.slice(0, count)) })
        const proof = proofIn(log, from, to) ?? assert.fail()
        assert.isTrue(isConsistent(head(from), head(to), proof))
      }),
    )
  })

  it.each([
    [0, 1],
    [2, 1],
    [1, 1_201],
    [-1, 1],
  ])("is not given from %i to %i", (from, to) => {
    assert.isNull(proofIn(log, from, to))
  })

  it("is not given behind the newest checkpoint", () => {
    assert.isNull(proofIn(grownLog([10, 10], { checkpoints: 1 }), 5, 11))
  })
})

describe("a proof over a tree that lost hashes", () => {
  it("is not given", () => {
    const lost = grownLog([600])
    const bundle = lost.bundles.get(2) ?? assert.fail()
    lost.bundles.set(2, { ...bundle, entries: bundle.entries.slice(0, -1) })
    const proof = Effect.flip(readConsistency(1, 600)).pipe(Effect.provide(portsOf(lost)))
    assert.strictEqual(Effect.runSync(proof)._tag, "LogInconsistent")
  })
})

describe("a tile", () => {
  it("has the hashes of leaves, and each above it the hash of a full one", () => {
    const leaves = leafHashes(1_200)
    assert.deepStrictEqual(bytes("tile/0/001"), Uint8Array.from(leaves.slice(256, 512).flatMap((hash) => [...hash])))
    assert.deepStrictEqual(bytes("tile/0/004.p/176")?.subarray(-32), leaves.at(-1))
    const above = Array.from({ length: 4 }, (_, n) => rootOf(leaves.slice(256 * n, 256 * (n + 1))))
    assert.deepStrictEqual(bytes("tile/1/000.p/4"), Uint8Array.from(above.flatMap((hash) => [...hash])))
  })

  it("is the same whatever was put in later", () => {
    const older = grownLog([900])
    for (const path of ["tile/0/000", "tile/0/003.p/132", "tile/1/000.p/3", "tile/entries/003.p/132"]) {
      const name = readTilePath(path) ?? assert.fail()
      assert.deepStrictEqual(bytesIn(older, name), bytesIn(log, name), path)
    }
  })

  it.each(["tile/0/004", "tile/0/004.p/177", "tile/0/005.p/1", "tile/1/000", "tile/1/000.p/5", "tile/2/000.p/1"])(
    "%s is not there",
    (path) => {
      assert.isNull(bytes(path))
    },
  )

  it("is not there behind the newest checkpoint", () => {
    const behind = grownLog([10, 10], { checkpoints: 1 })
    assert.isNotNull(bytesIn(behind, { level: "entries", n: 0, width: 10 }))
    assert.isNull(bytesIn(behind, { level: "entries", n: 0, width: 11 }))
    assert.isNull(bytesIn(grownLog([10], { checkpoints: 0 }), { level: 0, n: 0, width: 1 }))
    assert.isNull(bytesIn(grownLog([10, 600], { checkpoints: 1 }), { level: "entries", n: 1, width: 1 }))
  })
})
