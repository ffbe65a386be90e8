import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { leafData, leafHash } from "../evidence/Entry.js"
import { inclusionRanges, type LeafRange, rootFromInclusion } from "../evidence/MerkleTree.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { type GrownLog, grownLog, portsOf } from "../testing/GrownLog.js"
import { readProof } from "./ReadHashes.js"

const proofIn = (log: GrownLog, ranges: ReadonlyArray<LeafRange>) =>
  Effect.runSync(Effect.provide(readProof(ranges), portsOf(log)))

const problemIn = (log: GrownLog, ranges: ReadonlyArray<LeafRange>): string =>
  Effect.runSync(Effect.flip(Effect.provide(readProof(ranges), portsOf(log)))).message

const rootBy = (log: GrownLog, index: number) => {
  const entry = log.bundles.get(Math.floor(index / 256))?.entries[index % 256] ?? assert.fail("no entry")
  const { size } = log.head
  return rootFromInclusion(index, size, leafHash(leafData(entry)), proofIn(log, inclusionRanges(index, size)))
}

describe("the hashes of a proof", () => {
  it("lead from a leaf to the root of the tree, with and without full bundles", () => {
    for (const [size, index] of [
      [10, 3],
      [600, 10],
      [600, 599],
    ] as const) {
      const log = grownLog([size])
      assert.deepStrictEqual(rootBy(log, index), log.head.root)
    }
  })

  it("are read from bundles only where the tree has no full one", () => {
    const log = grownLog([10])
    proofIn(log, inclusionRanges(3, 10))
    assert.deepStrictEqual(log.reads, { bundles: 1, tiles: 0 })
  })

  it("are read from tiles only where no leaf is needed", () => {
    const log = grownLog([512])
    assert.lengthOf(proofIn(log, [{ from: 0, to: 256 }]), 1)
    assert.deepStrictEqual(log.reads, { bundles: 0, tiles: 1 })
  })

  it.effect("are asked for by bundles and by tiles above the leaves, all at the same time", () =>
    Effect.gen(function* () {
      const log = grownLog([600])
      const asked: Array<string> = []
      let [running, most] = [0, 0]
      const during = <A, E>(names: ReadonlyArray<string>, read: Effect.Effect<A, E>) =>
        Effect.gen(function* () {
          asked.push(...names)
          running += 1
          most = Math.max(most, running)
          yield* Effect.sleep("1 second")
          running -= 1
          return yield* read
        })
      const reader = yield* Effect.provide(EvidenceReader, portsOf(log))
      const slow: typeof EvidenceReader.Service = {
        ...reader,
        bundles: (n, count) => during([`bundle ${n}`], reader.bundles(n, count)),
        tiles: (ids) =>
          during(
            ids.map(({ level, n }) => `tile ${level}/${n}`),
            reader.tiles(ids),
          ),
      }
      const proof = yield* Effect.fork(Effect.provideService(readProof(inclusionRanges(10, 600)), EvidenceReader, slow))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(proof)
      assert.deepStrictEqual(asked.toSorted(), ["bundle 0", "bundle 2", "tile 1/0"])
      assert.strictEqual(most, 3)
    }),
  )
})

describe("the hashes of a proof that are not stored", () => {
  const missingIn = (name: string): string => `hashes are missing in tile ${name} of the evidence log`

  it("are named by their tile, whether it is lost or too short", () => {
    const lost = grownLog([600])
    lost.tiles.clear()
    assert.strictEqual(problemIn(lost, inclusionRanges(10, 600)), missingIn("1/0"))
    const short = grownLog([600])
    const bundle = short.bundles.get(2) ?? assert.fail("no bundle")
    short.bundles.set(2, { ...bundle, entries: bundle.entries.slice(0, -1) })
    assert.strictEqual(problemIn(short, inclusionRanges(10, 600)), missingIn("0/2"))
  })

  it("are named by the first tile that lacks some", () => {
    const log = grownLog([600])
    log.tiles.clear()
    log.bundles.clear()
    assert.strictEqual(problemIn(log, inclusionRanges(10, 600)), missingIn("0/0"))
  })

  it("are missed where the proof needs a single one", () => {
    const lost = grownLog([600])
    lost.tiles.clear()
    assert.strictEqual(problemIn(lost, [{ from: 256, to: 512 }]), missingIn("1/0"))
    const empty = grownLog([2])
    empty.bundles.clear()
    assert.strictEqual(problemIn(empty, [{ from: 1, to: 2 }]), missingIn("0/0"))
  })
})
