/**
 * The roots of the complete subtrees of a tree that grows from left to right: what is needed of its leaves to go on.
 *
 * @module
 */
import { type Hash, nodeHash, rootOfSubtrees } from "../evidence/MerkleTree.js"

/** A complete subtree, by its root. */
export interface Subtree {
  readonly level: number
  readonly hash: Hash
}

/** A tree that grows, in as much memory as it has levels. */
export class CompactRange {
  #subtrees: ReadonlyArray<Subtree>

  constructor(subtrees: ReadonlyArray<Subtree> = []) {
    this.#subtrees = subtrees
  }

  /**
   * Appends a complete subtree, by its root; the tree's size is a multiple of its leaves.
   *
   * @param onSubtree - called with each larger subtree that this one completes
   */
  push(level: number, hash: Hash, onSubtree: (subtree: Subtree) => void = () => {}): void {
    const left = [...this.#subtrees]
    let added: Subtree = { level, hash }
    for (let last = left.at(-1); last !== undefined && last.level === added.level; last = left.at(-1)) {
      left.pop()
      added = { level: added.level + 1, hash: nodeHash(last.hash, added.hash) }
      onSubtree(added)
    }
    left.push(added)
    this.#subtrees = left
  }

  /** The complete subtrees, from left to right. */
  subtrees(): ReadonlyArray<Subtree> {
    return this.#subtrees
  }

  /** The root of the tree. */
  root(): Hash {
    return rootOfSubtrees(this.#subtrees.map(({ hash }) => hash))
  }

  /** The same tree, to go on with apart from this one. */
  copy(): CompactRange {
    return new CompactRange(this.#subtrees)
  }
}
