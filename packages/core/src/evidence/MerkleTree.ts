/**
 * The Merkle tree of RFC 9162: roots, proofs that a leaf is in a tree (inclusion), and proofs that an older tree is the
 * beginning of a newer one (consistency). Sizes go up to 2^53 - 1, so they are divided, never shifted.
 *
 * @module
 */
import { equalBytes } from "../digest/Hmac.js"
import { sha256 } from "../digest/Sha256.js"

/** A hash of the tree: 32 bytes. */
export type Hash = Uint8Array

/** The leaves from `from` to before `to`. */
export interface LeafRange {
  readonly from: number
  readonly to: number
}

/** A complete subtree: the `index`-th of those with 2^`level` leaves. */
export interface TreeNode {
  readonly level: number
  readonly index: number
}

/** Marks what is hashed as an inner node (RFC 9162, 2.1.1). */
const nodePrefix = 0x01

/** What is hashed next: a new array for each node would take longer than the hash. */
const nodeMessage = new Uint8Array(65)
nodeMessage[0] = nodePrefix

/**
 * Hashes two neighbors to the node above them.
 *
 * @example
 * ```ts
 * import { emptyRoot, nodeHash } from "@consent-service/core/evidence"
 *
 * nodeHash(emptyRoot, emptyRoot).length // 32
 * ```
 */
export const nodeHash = (left: Hash, right: Hash): Hash => {
  nodeMessage.set(left, 1)
  nodeMessage.set(right, 33)
  return sha256(nodeMessage)
}

/** The root of a tree without leaves. */
export const emptyRoot: Hash = sha256(new Uint8Array())

/** The greatest power of two below a number above 1: where a tree of that many leaves divides. */
const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/**
 * Hashes neighbors, the largest subtree first, to the root above them; none of them is an empty tree.
 *
 * @example
 * ```ts
 * import { nodeHash, rootOfSubtrees } from "@consent-service/core/evidence"
 *
 * const [one, other] = [new Uint8Array(32), new Uint8Array(32).fill(1)]
 * rootOfSubtrees([one, other]) // nodeHash(one, other)
 * ```
 */
export const rootOfSubtrees = (hashes: ReadonlyArray<Hash>): Hash => {
  const last = hashes.at(-1)
  return last === undefined ? emptyRoot : hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)
}

/**
 * Divides leaves into the fewest complete subtrees, from left to right. The root above them is
 * {@link rootOfSubtrees} of their hashes.
 *
 * @param range - as {@link inclusionRanges} and {@link consistencyRanges} give it, or from 0
 *
 * @example
 * ```ts
 * import { subtreesOf } from "@consent-service/core/evidence"
 *
 * subtreesOf({ from: 0, to: 7 }) // [{ level: 2, index: 0 }, { level: 1, index: 2 }, { level: 0, index: 6 }]
 * ```
 */
export const subtreesOf = ({ from, to }: LeafRange): ReadonlyArray<TreeNode> => {
  const nodes: Array<TreeNode> = []
  for (let at = from; at < to; ) {
    let [level, width] = [0, 1]
    while (at % (width * 2) === 0 && at + width * 2 <= to) [level, width] = [level + 1, width * 2]
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

/**
 * Hashes leaves to their root.
 *
 * @example
 * ```ts
 * import { leafHash, rootOf } from "@consent-service/core/evidence"
 *
 * rootOf([leafHash(Uint8Array.of(1)), leafHash(Uint8Array.of(2))]).length // 32
 * ```
 */
export const rootOf = (leaves: ReadonlyArray<Hash>): Hash => rootWithin(leaves, 0, leaves.length)

/** The root of the leaves from `from` to before `to`. */
const rootWithin = (leaves: ReadonlyArray<Hash>, from: number, to: number): Hash => {
  if (to - from < 2) return leaves[from] ?? emptyRoot
  const middle = from + splitOf(to - from)
  return nodeHash(rootWithin(leaves, from, middle), rootWithin(leaves, middle, to))
}

/**
 * Lists the subtrees whose roots prove that a leaf is in a tree, from the leaf upwards (RFC 9162, 2.1.3.1).
 *
 * @param index - below `size`
 * @example
 * ```ts
 * import { inclusionRanges } from "@consent-service/core/evidence"
 *
 * inclusionRanges(3, 8) // [{ from: 2, to: 3 }, { from: 0, to: 2 }, { from: 4, to: 8 }]
 * ```
 */
export const inclusionRanges = (index: number, size: number): ReadonlyArray<LeafRange> => {
  const ranges: Array<LeafRange> = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    if (index < middle) {
      ranges.push({ from: middle, to })
      to = middle
    } else {
      ranges.push({ from, to: middle })
      from = middle
    }
  }
  return ranges.reverse()
}

/**
 * Lists the subtrees whose roots prove that the tree of `older` leaves is the beginning of that of `newer` ones (RFC
 * 9162, 2.1.4.1). Trees of equal size need no proof.
 *
 * @param older - above 0 and at most `newer`
 * @example
 * ```ts
 * import { consistencyRanges } from "@consent-service/core/evidence"
 *
 * consistencyRanges(6, 8) // [{ from: 4, to: 6 }, { from: 6, to: 8 }, { from: 0, to: 4 }]
 * ```
 */
export const consistencyRanges = (older: number, newer: number): ReadonlyArray<LeafRange> => {
  const ranges: Array<LeafRange> = []
  let [from, to] = [0, newer]
  while (older < to) {
    const middle = from + splitOf(to - from)
    if (older <= middle) {
      ranges.push({ from: middle, to })
      to = middle
    } else {
      ranges.push({ from, to: middle })
      from = middle
    }
  }
  // Where the older tree is complete, its verifier has that root already.
  return from === 0 ? ranges.reverse() : [{ from, to }, ...ranges.reverse()]
}

/**
 * Reads the hashes of a proof from those of complete subtrees.
 *
 * @example
 * ```ts
 * import { inclusionRanges, leafHash, proofOf, rootOf } from "@consent-service/core/evidence"
 *
 * const leaves = [1, 2, 3].map((byte) => leafHash(Uint8Array.of(byte)))
 * const proof = proofOf(inclusionRanges(0, 3), ({ index, level }) =>
 *   rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
 * )
 * proof.length // 2
 * ```
 */
export const proofOf = (ranges: ReadonlyArray<LeafRange>, hashOf: (node: TreeNode) => Hash): ReadonlyArray<Hash> =>
  ranges.map((range) => rootOfSubtrees(subtreesOf(range).map(hashOf)))

/**
 * Computes the root that a leaf and its proof lead to (RFC 9162, 2.1.3.2).
 *
 * @param index - below `size`
 * @returns null for a proof of another length than that of this place
 * @example
 * ```ts
 * import { leafHash, rootFromInclusion, rootOf } from "@consent-service/core/evidence"
 *
 * const [one, other] = [leafHash(Uint8Array.of(1)), leafHash(Uint8Array.of(2))]
 * rootFromInclusion(0, 2, one, [other]) // rootOf([one, other])
 * rootFromInclusion(0, 2, one, []) // null
 * ```
 */
export const rootFromInclusion = (index: number, size: number, leaf: Hash, proof: ReadonlyArray<Hash>): Hash | null => {
  let [at, last, root] = [index, size - 1, leaf]
  for (const hash of proof) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      root = nodeHash(hash, root)
      // A node without a right neighbor rises to where it has one on the left.
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      root = nodeHash(root, hash)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : null
}

/** A tree by its size and root. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

/**
 * Whether a proof shows that the older tree is the beginning of the newer one (RFC 9162, 2.1.4.2). The tree without
 * leaves is the beginning of each; trees of equal size are consistent when they are the same.
 *
 * @example
 * ```ts
 * import { isConsistent, leafHash, rootOf } from "@consent-service/core/evidence"
 *
 * const [one, other] = [leafHash(Uint8Array.of(1)), leafHash(Uint8Array.of(2))]
 * isConsistent({ size: 1, root: one }, { size: 2, root: rootOf([one, other]) }, [other]) // true
 * ```
 */
export const isConsistent = (older: TreeHead, newer: TreeHead, proof: ReadonlyArray<Hash>): boolean => {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && equalBytes(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && equalBytes(older.root, emptyRoot)
  let [at, last] = [older.size - 1, newer.size - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  // A complete older tree is where the proof begins.
  const [first, ...rest] = at === 0 ? [older.root, ...proof] : proof
  if (first === undefined) return false
  let [one, other] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      one = nodeHash(hash, one)
      other = nodeHash(hash, other)
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      other = nodeHash(other, hash)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 && equalBytes(one, older.root) && equalBytes(other, newer.root)
}
