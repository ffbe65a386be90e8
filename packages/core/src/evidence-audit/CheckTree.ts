/**
 * Whether the stored entries and the hashes above them make the tree that was signed.
 *
 * The tree is computed twice, from the entries and from the stored hashes of full bundles. Where these differ, the next
 * checkpoint says which of them is right, and the check goes on from there.
 *
 * @module
 */
import { equalBytes } from "../digest/Hmac.js"
import { leafData, leafHash, type Leaf } from "../evidence/Entry.js"
import { type Hash, rootOf, type TreeHead } from "../evidence/MerkleTree.js"
import { levelsInTile, tileWidth } from "../evidence/Tiles.js"
import { CompactRange } from "./CompactRange.js"
import { type Finding, findingOf } from "./Finding.js"

/** A tree head that the stored tree must have. */
export interface Anchor extends TreeHead {
  /** `kept`: of a stored checkpoint. `head`: of the log's row. `known`: of a checkpoint from elsewhere. */
  readonly source: "kept" | "head" | "known"
}

/** The entries of one bundle, and what is stored about them. */
export interface BundleUnderCheck {
  readonly n: number
  /** Null when they cannot be read, or are not as many as they must be. */
  readonly entries: ReadonlyArray<Leaf> | null
  /** Whether it is full. */
  readonly isFull: boolean
  /** The hash of a full bundle in its tile; null when it is missing. */
  readonly tileHash: Hash | null
  /** Those of sizes that end within it, the smallest first. */
  readonly anchors: ReadonlyArray<Anchor>
}

const firstOf = (n: number): number => n * tileWidth

const rangeOf = (n: number) => ({ from: firstOf(n), to: firstOf(n + 1) })

const forked = ({ size }: Anchor): Finding =>
  findingOf(
    "Forked",
    { to: size },
    `a checkpoint of ${size} entries from elsewhere is signed, and this log's first ${size} entries have another root: ` +
      "the log was rewritten, or different logs were shown",
  )

/** The check of one tree, bundle after bundle. Mutable: a log has millions of entries. */
export class TreeCheck {
  #byEntries: CompactRange
  #byTiles: CompactRange
  /** Full bundles whose entries do not have their stored hash, since the last anchor that was right. */
  #differing: Array<number> = []
  /** Anchors that neither tree has, since the last one that was right. */
  #unexplained: Array<Anchor> = []
  #lastRight: number
  /** Hashes are missing from here on: no root can be computed. */
  #isLost = false
  readonly #right = new Set<number>()

  /**
   * @param size - a multiple of 256: how many entries come before the first bundle
   * @param before - the tree of these entries
   */
  constructor(size = 0, before: CompactRange = new CompactRange()) {
    this.#lastRight = size
    this.#byEntries = before.copy()
    this.#byTiles = before.copy()
  }

  /** Checks the next bundle. */
  add(bundle: BundleUnderCheck): ReadonlyArray<Finding> {
    const leaves = bundle.entries?.map((entry) => leafHash(leafData(entry))) ?? null
    const end = firstOf(bundle.n) + tileWidth
    const inside = bundle.anchors.filter(({ size }) => size < end)
    const findings = leaves === null ? [] : this.#checkInside(bundle.n, leaves, inside)
    if (!bundle.isFull) return findings
    const atEnd = bundle.anchors.filter(({ size }) => size === end)
    return [...findings, ...this.#append(bundle, leaves), ...atEnd.flatMap((anchor) => this.#check(anchor))]
  }

  /** What is left to say once all bundles were added. */
  end(): ReadonlyArray<Finding> {
    const [first] = this.#unexplained
    const altered = this.#differing.map((n) =>
      findingOf("TreeAltered", rangeOf(n), "the entries and the stored hash above them differ"),
    )
    if (first === undefined || altered.length > 0) return altered
    const what = first.source === "head" ? "head of the log" : "checkpoint"
    return [
      findingOf(
        "TreeAltered",
        { from: this.#lastRight, to: first.size },
        `the ${what} of ${first.size} entries has another root: one of these entries was altered, put in or taken out`,
      ),
    ]
  }

  /** Whether the tree has the root of the anchor of this size. */
  isRight(size: number): boolean {
    return this.#right.has(size)
  }

  #checkInside(n: number, leaves: ReadonlyArray<Hash>, anchors: ReadonlyArray<Anchor>): ReadonlyArray<Finding> {
    if (anchors.length === 0) return []
    const [byEntries, byTiles] = [this.#byEntries.copy(), this.#byTiles.copy()]
    const findings: Array<Finding> = []
    for (const [at, leaf] of leaves.entries()) {
      byEntries.push(0, leaf)
      byTiles.push(0, leaf)
      for (const anchor of anchors) {
        if (anchor.size === firstOf(n) + at + 1) findings.push(...this.#check(anchor, byEntries, byTiles))
      }
    }
    return findings
  }

  #append({ n, tileHash }: BundleUnderCheck, leaves: ReadonlyArray<Hash> | null): ReadonlyArray<Finding> {
    const own = leaves === null ? null : rootOf(leaves)
    const [ofEntries, ofTile] = [own ?? tileHash, tileHash ?? own]
    if (ofEntries === null || ofTile === null) {
      this.#isLost = true
      return []
    }
    this.#byEntries.push(levelsInTile, ofEntries)
    this.#byTiles.push(levelsInTile, ofTile)
    if (!equalBytes(ofEntries, ofTile)) this.#differing.push(n)
    return tileHash === null && own !== null
      ? [findingOf("TreeAltered", rangeOf(n), "the stored hash of these entries is missing")]
      : []
  }

  #check(anchor: Anchor, byEntries = this.#byEntries, byTiles = this.#byTiles): ReadonlyArray<Finding> {
    if (this.#isLost) return []
    const entriesAreRight = equalBytes(byEntries.root(), anchor.root)
    const tilesAreRight = equalBytes(byTiles.root(), anchor.root)
    if (entriesAreRight || tilesAreRight) return this.#settle(anchor, entriesAreRight, tilesAreRight)
    if (anchor.source === "known") return [forked(anchor)]
    this.#unexplained.push(anchor)
    return []
  }

  /** What an anchor that is right says of what was not, before it. */
  #settle({ size }: Anchor, entriesAreRight: boolean, tilesAreRight: boolean): ReadonlyArray<Finding> {
    const differing = this.#differing
    const altered = entriesAreRight
      ? "the stored hash of these entries was altered; the entries are those that were signed"
      : "one of these entries was altered, put in or taken out; their stored hash is that of the entries that were signed"
    const inDiffering = (anchor: Anchor) =>
      !entriesAreRight && differing.some((n) => anchor.size > firstOf(n) && anchor.size < firstOf(n + 1))
    const wrong = this.#unexplained.filter((anchor) => !inDiffering(anchor))
    this.#differing = []
    this.#unexplained = []
    this.#lastRight = size
    this.#right.add(size)
    if (!entriesAreRight) this.#byEntries = this.#byTiles.copy()
    if (!tilesAreRight) this.#byTiles = this.#byEntries.copy()
    return [
      ...differing.map((n) => findingOf("TreeAltered", rangeOf(n), altered)),
      ...wrong.map((anchor) =>
        findingOf(
          "CheckpointAltered",
          { to: anchor.size },
          `the checkpoint of ${anchor.size} entries is of another tree`,
        ),
      ),
    ]
  }
}
