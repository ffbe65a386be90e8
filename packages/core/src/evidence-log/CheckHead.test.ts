import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { TreeHead } from "../evidence/MerkleTree.js"
import { checkpoints } from "../testing/EvidenceVectors.js"
import { type GrownLog, grownLog, portsOf, signed } from "../testing/GrownLog.js"
import { checkAnchor, checkHead } from "./CheckHead.js"

const origin = "evidence.example/shop"

const anchored = (log: GrownLog, note: string, name = origin) =>
  Effect.runSync(Effect.provide(checkAnchor(name, note), portsOf(log)))

const checked = (log: GrownLog, own: TreeHead | null = null) =>
  Effect.runSync(Effect.provide(checkHead(own), portsOf(log)))

/** The tree of a log after the first of some batches. */
const headOf = (...batches: ReadonlyArray<number>): TreeHead => grownLog(batches).head

const other = (size: number): TreeHead => ({ size, root: new Uint8Array(32).fill(7) })

const noReads = { bundles: 0, tiles: 0 }

const notFirst = (size: number, of: number): string =>
  `the tree of ${size} entries does not begin with the ${of} that were signed`

const shorter = (size: number, of: number): string =>
  `the tree has ${size} entries, but a checkpoint of ${of} was signed`

describe("a stored tree, compared with a checkpoint that is kept elsewhere", () => {
  it("is right when it begins with it, whichever it is", () => {
    for (const size of [30, 60, 70]) {
      assert.isNull(anchored(grownLog([30, 30, 10]), signed(headOf(size)).note), `${size}`)
    }
  })

  it("is not read to be compared with itself", () => {
    const log = grownLog([60])
    assert.isNull(anchored(log, signed(log.head).note))
    assert.deepStrictEqual(log.reads, noReads)
  })

  it("is wrong when it is shorter, or another", () => {
    const log = grownLog([30, 30])
    assert.strictEqual(anchored(log, signed(headOf(61)).note), shorter(60, 61))
    assert.strictEqual(anchored(log, signed(other(60)).note), notFirst(60, 60))
    assert.strictEqual(anchored(log, signed(other(30)).note), notFirst(60, 30))
    assert.strictEqual(anchored(log, signed({ ...log.head, size: 30 }).note), notFirst(60, 30))
    assert.strictEqual(anchored({ ...log, isOpen: false }, signed(headOf(30)).note), shorter(0, 30))
  })

  it("is wrong when it lost what would show that it begins with it", () => {
    const log = grownLog([300, 300])
    log.tiles.clear()
    assert.strictEqual(anchored(log, signed(headOf(300)).note), notFirst(600, 300))
  })

  it("says nothing by a checkpoint of another log, or by what is none", () => {
    assert.isNull(anchored(grownLog([3]), checkpoints.signed8, "other.example/log"))
    assert.isNull(anchored(grownLog([3]), "?"))
    assert.strictEqual(anchored(grownLog([3]), checkpoints.signed8), shorter(3, 8))
  })
})

describe("a stored tree, compared with its newest checkpoint and what this process signed last", () => {
  it("is right before anything was signed, and when it continues both", () => {
    assert.isNull(checked(grownLog([30], { checkpoints: 0 })))
    assert.isNull(checked({ ...grownLog([0], { checkpoints: 0 }), isOpen: false }))
    assert.isNull(checked(grownLog([30, 30], { checkpoints: 1 })))
    assert.isNull(checked(grownLog([30, 30], { checkpoints: 1 }), headOf(30)))
    assert.isNull(checked(grownLog([30, 30, 10], { checkpoints: 2 }), headOf(30)))
  })

  it("is read once when this process has signed the newest checkpoint", () => {
    const reads = [null, headOf(30), headOf(29)].map((own) => {
      const log = grownLog([30, 30], { checkpoints: 1 })
      checked(log, own)
      return log.reads
    })
    assert.deepStrictEqual(reads[1], reads[0])
    assert.notDeepEqual(reads[2], reads[0])
  })

  it("is wrong when the newest checkpoint is of a longer tree, of another one, or cannot be read", () => {
    const log = grownLog([30, 30])
    const under = (head: TreeHead) => checked({ ...log, checkpoints: [signed(head)] })
    assert.strictEqual(under(headOf(61)), shorter(60, 61))
    assert.strictEqual(under(other(60)), notFirst(60, 60))
    assert.strictEqual(under(other(30)), notFirst(60, 30))
    const damaged = { ...log, checkpoints: [{ size: 60, note: "?", signedAt: 0 }] }
    assert.strictEqual(checked(damaged), "the checkpoint of 60 entries cannot be read")
  })

  it("is wrong when a restore took back what this process signed, with or without the checkpoint", () => {
    assert.strictEqual(checked(grownLog([30]), headOf(60)), shorter(30, 60))
    assert.strictEqual(checked(grownLog([30], { checkpoints: 0 }), headOf(60)), shorter(30, 60))
    assert.strictEqual(checked(grownLog([30, 30]), other(30)), notFirst(60, 30))
    assert.strictEqual(checked(grownLog([30, 30], { checkpoints: 1 }), other(30)), notFirst(60, 30))
    assert.strictEqual(checked(grownLog([30, 30], { checkpoints: 0 }), other(60)), notFirst(60, 60))
  })
})
