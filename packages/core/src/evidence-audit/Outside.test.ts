import { assert, describe, it } from "@effect/vitest"
import { checkpointOf, hashesOf, leavesOf } from "../testing/PublishedLog.js"
import { type Finding, findingOf } from "./Finding.js"
import { findOtherLeaves, findSetBack, nothingOutside, withProof } from "./Outside.js"

const hashes = hashesOf(leavesOf(12))

const leafAt = (position: number, hash = hashes[position] ?? assert.fail("no such leaf")) => ({ position, hash })

describe("receipts that others hold", () => {
  it("are of entries that the log has", () => {
    const outside = { checkpoints: [], leaves: [leafAt(3), leafAt(4), leafAt(5)] }
    const setBack = (position: number): Finding => ({
      finding: "SetBack",
      severity: "tampered",
      position,
      message: `a receipt is of entry ${position}, and the log has 4 entries`,
    })
    assert.deepStrictEqual(findSetBack(outside, 4), [setBack(4), setBack(5)])
    assert.deepStrictEqual(findSetBack(outside, 6), [])
    assert.deepStrictEqual(findSetBack(nothingOutside, 0), [])
  })

  it("are of the same entries, wherever these begin", () => {
    const leaves = [leafAt(3), leafAt(8), leafAt(9, hashes[2]), leafAt(11, hashes[2])]
    const forked: Finding = {
      finding: "Forked",
      severity: "tampered",
      position: 9,
      message: "a receipt is of another entry 9 than the one in this log",
    }
    assert.deepStrictEqual(findOtherLeaves(leaves, 5, leavesOf(11).slice(5)), [forked])
    assert.deepStrictEqual(findOtherLeaves([leafAt(3), leafAt(8)], 0, leavesOf(11)), [])
  })
})

describe("checkpoints that others hold", () => {
  const [small, large] = [checkpointOf(leavesOf(5)), checkpointOf(leavesOf(9))]

  it("are not of more entries than the log has", () => {
    const outside = { checkpoints: [small, large], leaves: [] }
    assert.deepStrictEqual(
      findSetBack(outside, 8).map(({ from, to }) => [from, to]),
      [[8, 9]],
    )
    assert.deepStrictEqual(findSetBack(outside, 9), [])
  })

  it("prove a fork together with a stored one that is at least as large", () => {
    const outside = { checkpoints: [large, small], leaves: [] }
    const forked = findingOf("Forked", { to: 5 }, "forked")
    const stored = (size: number) => ({ size, note: "stored", signedAt: 0 })
    for (const size of [5, 6]) {
      assert.deepStrictEqual(withProof(forked, outside, stored(size)), { ...forked, notes: [small.note, "stored"] })
    }
    assert.deepStrictEqual(withProof(forked, outside, stored(4)), forked)
    assert.deepStrictEqual(withProof(forked, outside, null), forked)
    assert.deepStrictEqual(withProof(forked, nothingOutside, stored(9)), forked)
    const setBack = findingOf("SetBack", { to: 5 }, "set back")
    assert.deepStrictEqual(withProof(setBack, outside, stored(9)), setBack)
  })
})
