import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { createHash } from "node:crypto"
import {
  consistencyRanges,
  type Hash,
  inclusionRanges,
  isConsistent,
  proofOf,
  rootFromInclusion,
  rootOf,
  rootOfSubtrees,
  subtreesOf,
  type TreeNode,
} from "./MerkleTree.js"

const hashed = (...parts: ReadonlyArray<Uint8Array>): Hash =>
  new Uint8Array(createHash("sha256").update(Buffer.concat(parts)).digest())

/** Leaves that differ. */
const leavesOf = (count: number): ReadonlyArray<Hash> =>
  Array.from({ length: count }, (_, at) => hashed(Buffer.from(`leaf ${at}`)))

/** The root as RFC 9162 defines it (MTH), with the hashes of leaves given. */
const naiveRoot = (leaves: ReadonlyArray<Hash>): Hash => {
  if (leaves.length === 0) return hashed()
  if (leaves.length === 1) return leaves[0] ?? assert.fail()
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return hashed(Uint8Array.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)))
}

/** PATH(m, D[n]) of RFC 9162. */
const naivePath = (m: number, leaves: ReadonlyArray<Hash>): ReadonlyArray<Hash> => {
  if (leaves.length === 1) return []
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))]
}

/** SUBPROOF(m, D[n], b) of RFC 9162. */
const naiveSubproof = (m: number, leaves: ReadonlyArray<Hash>, b: boolean): ReadonlyArray<Hash> => {
  if (m === leaves.length) return b ? [] : [naiveRoot(leaves)]
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return m <= k
    ? [...naiveSubproof(m, leaves.slice(0, k), b), naiveRoot(leaves.slice(k))]
    : [...naiveSubproof(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))]
}

const nodeIn =
  (leaves: ReadonlyArray<Hash>) =>
  ({ index, level }: TreeNode): Hash =>
    rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))

const flipped = (hash: Hash, bit: number): Hash =>
  hash.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

const bitOfHash = FastCheck.nat(255)
const leaves = leavesOf(600)
const hashOf = nodeIn(leaves)

/** A size up to 600, and a number below it. */
const place = FastCheck.integer({ min: 1, max: 600 }).chain((size) =>
  FastCheck.record({ size: FastCheck.constant(size), index: FastCheck.nat(size - 1) }),
)

describe("the tree", () => {
  it("has the root that RFC 9162 defines, for each size to 130", () => {
    for (let size = 0; size <= 130; size++) {
      assert.deepStrictEqual(rootOf(leaves.slice(0, size)), naiveRoot(leaves.slice(0, size)))
    }
  })

  it("divides into the fewest complete subtrees, the largest first: one for each binary digit of its size", () => {
    for (let size = 0; size <= 130; size++) {
      const widths = subtreesOf({ from: 0, to: size }).map(({ level }) => 2 ** level)
      const digits = [128, 64, 32, 16, 8, 4, 2, 1].filter((width) => Math.floor(size / width) % 2 === 1)
      assert.deepStrictEqual(widths, digits)
    }
    assert.deepStrictEqual(subtreesOf({ from: 4, to: 7 }), [
      { level: 1, index: 2 },
      { level: 0, index: 6 },
    ])
  })

  it("has the same root over the complete subtrees of its leaves", () => {
    for (const size of [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 600]) {
      const subtrees = subtreesOf({ from: 0, to: size }).map(hashOf)
      assert.deepStrictEqual(rootOfSubtrees(subtrees), naiveRoot(leaves.slice(0, size)))
    }
  })
})

describe("inclusion", () => {
  it("is proven as RFC 9162 defines, and the proof leads to the root, for each leaf of each size to 40", () => {
    for (let size = 1; size <= 40; size++) {
      const root = naiveRoot(leaves.slice(0, size))
      for (let index = 0; index < size; index++) {
        const proof = proofOf(inclusionRanges(index, size), hashOf)
        assert.deepStrictEqual(proof, naivePath(index, leaves.slice(0, size)))
        assert.deepStrictEqual(rootFromInclusion(index, size, leaves[index] ?? assert.fail(), proof), root)
      }
    }
  })

  it("is not proven with one bit changed, at another place, or by a proof of another length", () => {
    FastCheck.assert(
      FastCheck.property(place, bitOfHash, FastCheck.nat(), ({ index, size }, bit, which) => {
        const proof = proofOf(inclusionRanges(index, size), hashOf)
        const root = naiveRoot(leaves.slice(0, size))
        const leaf = leaves[index] ?? assert.fail()
        const leadsToRoot = (at: number, given: Hash, hashes: ReadonlyArray<Hash>): boolean => {
          const computed = rootFromInclusion(at, size, given, hashes)
          return computed !== null && Buffer.from(computed).equals(root)
        }
        assert.isTrue(leadsToRoot(index, leaf, proof))
        assert.isFalse(leadsToRoot(index, flipped(leaf, bit), proof))
        if (size > 1) assert.isFalse(leadsToRoot((index + 1 + (which % (size - 1))) % size, leaf, proof))
        assert.isNull(rootFromInclusion(index, size, leaf, [...proof, leaf]))
        if (proof.length === 0) return
        assert.isFalse(leadsToRoot(index, leaf, proof.slice(0, -1)))
        const changed = proof.map((hash, at) => (at === which % proof.length ? flipped(hash, bit) : hash))
        assert.isFalse(leadsToRoot(index, leaf, changed))
      }),
      { numRuns: 60 },
    )
  })

  it("takes at most 40 hashes among 2^40 leaves, 30 among a billion", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (where) => {
        for (const [size, most] of [
          [2 ** 40, 40],
          [2 ** 40 - 1, 40],
          [1_000_000_000, 30],
          [Number.MAX_SAFE_INTEGER, 53],
        ] as const) {
          const ranges = inclusionRanges(Math.floor(where * size), size)
          assert.isAtMost(ranges.length, most)
          const covered = ranges.reduce((sum, { from, to }) => sum + (to - from), 1)
          assert.strictEqual(covered, size)
        }
      }),
    )
  })
})

describe("consistency", () => {
  const head = (size: number) => ({ size, root: naiveRoot(leaves.slice(0, size)) })

  it("is proven as RFC 9162 defines, and the proof holds, for each two sizes to 33", () => {
    for (let newer = 1; newer <= 33; newer++) {
      for (let older = 1; older <= newer; older++) {
        const proof = proofOf(consistencyRanges(older, newer), hashOf)
        assert.deepStrictEqual(proof, naiveSubproof(older, leaves.slice(0, newer), true))
        assert.isTrue(isConsistent(head(older), head(newer), proof))
      }
    }
  })

  it("is not proven with one bit changed, by another size, or by a proof of another length", () => {
    FastCheck.assert(
      FastCheck.property(place, bitOfHash, FastCheck.nat(), ({ index, size }, bit, which) => {
        const [older, newer] = [head(index + 1), head(size)]
        const proof = proofOf(consistencyRanges(older.size, newer.size), hashOf)
        assert.isTrue(isConsistent(older, newer, proof))
        assert.isFalse(isConsistent({ ...older, root: flipped(older.root, bit) }, newer, proof))
        assert.isFalse(isConsistent(older, { ...newer, root: flipped(newer.root, bit) }, proof))
        assert.isFalse(isConsistent(older, newer, [...proof, older.root]))
        if (older.size < newer.size) assert.isFalse(isConsistent(newer, older, proof))
        if (proof.length === 0) return
        assert.isFalse(isConsistent(older, newer, proof.slice(1)))
        assert.isFalse(isConsistent(older, newer, proof.slice(0, -1)))
        const changed = proof.map((hash, at) => (at === which % proof.length ? flipped(hash, bit) : hash))
        assert.isFalse(isConsistent(older, newer, changed))
      }),
      { numRuns: 60 },
    )
  })

  it("holds for the tree without leaves, and only for that of its root", () => {
    assert.isTrue(isConsistent(head(0), head(5), []))
    assert.isFalse(isConsistent({ size: 0, root: head(1).root }, head(5), []))
    assert.isFalse(isConsistent(head(0), head(5), [head(5).root]))
  })
})
