/**
 * How the tree is kept and published (C2SP tlog-tiles): entries in bundles of 256, hashes in tiles of 256, and how both
 * grow when entries are put in.
 *
 * @module
 */
import { equalBytes } from "../digest/Hmac.js"
import { leafData, leafHash, type EntryKind, type Leaf } from "./Entry.js"
import { type Hash, rootOf, rootOfSubtrees, subtreesOf, type TreeHead } from "./MerkleTree.js"

/** How many entries a full bundle has, and how many hashes a full tile. */
export const tileWidth = 256

/** How many levels of the tree a tile spans. */
export const levelsInTile = 8

/** An entry that waits to be put into the tree. */
export interface QueuedEntry {
  readonly kind: EntryKind
  /** What the entry is of: a record's id, a document's, a statement's. */
  readonly id: string
  /** 16 random bytes as base64url. */
  readonly salt: string
  /** 64 lower-case hex digits. */
  readonly commitment: string
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** An entry in the tree. */
export interface LoggedEntry extends Leaf {
  /** What the entry is of; null once that is erased. */
  readonly id: string | null
  /** What opens its commitment: the salt, or what is left of it; null once it is erased. */
  readonly opener: string | null
}

/** Up to 256 entries that follow each other. */
export interface Bundle {
  /** Its entries are those from position 256 `n` on. */
  readonly n: number
  readonly entries: ReadonlyArray<LoggedEntry>
  /** The least and the greatest time its entries were received at, in epoch milliseconds. */
  readonly firstReceived: number
  readonly lastReceived: number
}

/** Up to 256 hashes of one level that follow each other. */
export interface Tile {
  /** At level 0 a hash is of one leaf, at each other one of a full tile below. */
  readonly level: number
  readonly n: number
  readonly hashes: ReadonlyArray<Hash>
}

/** The tree of a log, and the time of its last entry in epoch milliseconds. */
export interface LogHead extends TreeHead {
  readonly lastTime: number
}

/** Where a tree grows: what is not full. */
export interface TreeEdge {
  /** The last bundle; null while it has no entry. */
  readonly bundle: Bundle | null
  /** The hashes of the last tile of each level from 1 upwards, as many as it has. */
  readonly tiles: ReadonlyArray<ReadonlyArray<Hash>>
}

/** What entries make of a tree. */
export interface Growth {
  readonly head: LogHead
  readonly edge: TreeEdge
  /** The bundles that are new, and the one that was there and is longer now. */
  readonly bundles: ReadonlyArray<Bundle>
  /** The same of tiles, from level 1 upwards. */
  readonly tiles: ReadonlyArray<Tile>
}

/** The edge of a tree without entries. */
export const emptyEdge: TreeEdge = { bundle: null, tiles: [] }

const hashOf = (entry: Leaf): Hash => leafHash(leafData(entry))

/** Hashes neighbors to their complete subtrees, the largest first. */
const completeSubtrees = (hashes: ReadonlyArray<Hash>): ReadonlyArray<Hash> =>
  subtreesOf({ from: 0, to: hashes.length }).map(({ index, level }) => {
    const width = 2 ** level
    return rootOf(hashes.slice(index * width, (index + 1) * width))
  })

const leavesOf = (bundle: Bundle | null): ReadonlyArray<Hash> => (bundle?.entries ?? []).map(hashOf)

/** The root of a tree from the hashes at its edge: of the last tile of each level from 1 upwards, and of the last leaves. */
const rootOfHashes = (tiles: TreeEdge["tiles"], leaves: ReadonlyArray<Hash>): Hash =>
  rootOfSubtrees([...tiles.toReversed(), leaves].flatMap(completeSubtrees))

/**
 * Computes the root of a tree from its edge.
 *
 * @example
 * ```ts
 * import { emptyEdge, emptyRoot, rootOfEdge } from "@consent-service/core/evidence"
 *
 * rootOfEdge(emptyEdge) // emptyRoot
 * ```
 */
export const rootOfEdge = ({ bundle, tiles }: TreeEdge): Hash => rootOfHashes(tiles, leavesOf(bundle))

/**
 * Names the last tile of each level from 1 upwards, up to the one that has no full tile, with how many hashes it has: what
 * of a tree of this size is its edge, besides its last bundle.
 *
 * @example
 * ```ts
 * import { edgeTiles } from "@consent-service/core/evidence"
 *
 * edgeTiles(600) // [{ level: 1, n: 0, width: 2 }]
 * ```
 */
export const edgeTiles = (
  size: number,
): ReadonlyArray<{ readonly level: number; readonly n: number; readonly width: number }> => {
  const tiles = []
  for (let level = 1, hashes = Math.floor(size / tileWidth); hashes > 0; level += 1) {
    tiles.push({ level, n: Math.floor(hashes / tileWidth), width: hashes % tileWidth })
    hashes = Math.floor(hashes / tileWidth)
  }
  return tiles
}

/** Whether an edge, whose last bundle has these leaves, is that of a head. */
const isEdgeOf = ({ root, size }: LogHead, { tiles }: TreeEdge, leaves: ReadonlyArray<Hash>): boolean => {
  let left = Math.floor(size / tileWidth)
  const widths = tiles.map(() => {
    const width = left % tileWidth
    left = Math.floor(left / tileWidth)
    return width
  })
  const bundleFits = leaves.length === size % tileWidth
  return (
    left === 0 &&
    bundleFits &&
    tiles.every(({ length }, at) => length === widths[at]) &&
    equalBytes(rootOfHashes(tiles, leaves), root)
  )
}

/** The time of entries that are put in now: whole seconds, and never before an entry in front of them. */
const timeOf = (now: number, lastTime: number): number => Math.max(Math.floor(now / 1000) * 1000, lastTime)

/** Growing, one bundle at a time. Each leaf is hashed once. */
class Growing {
  readonly bundles: Array<Bundle> = []
  readonly tiles: Map<string, Tile> = new Map()
  #open: Bundle | null
  /** Of the open bundle. */
  #leaves: ReadonlyArray<Hash>
  readonly #edge: Array<ReadonlyArray<Hash>>
  #size: number

  constructor(edge: TreeEdge, leaves: ReadonlyArray<Hash>, size: number) {
    this.#open = edge.bundle
    this.#leaves = leaves
    this.#edge = [...edge.tiles]
    this.#size = size
  }

  /** Puts in the next entries, which do not cross the end of a bundle. */
  add(entries: ReadonlyArray<LoggedEntry>, receivedAt: ReadonlyArray<number>): void {
    const before = this.#open
    const bundle: Bundle = {
      n: Math.floor(this.#size / tileWidth),
      entries: [...(before?.entries ?? []), ...entries],
      firstReceived: Math.min(before?.firstReceived ?? Number.POSITIVE_INFINITY, ...receivedAt),
      lastReceived: Math.max(before?.lastReceived ?? Number.NEGATIVE_INFINITY, ...receivedAt),
    }
    this.#size += entries.length
    this.bundles.push(bundle)
    const leaves = [...this.#leaves, ...entries.map(hashOf)]
    const isFull = leaves.length === tileWidth
    this.#open = isFull ? null : bundle
    this.#leaves = isFull ? [] : leaves
    if (isFull) this.#addHash(1, bundle.n, rootOf(leaves))
  }

  /** Puts in the hash of a full bundle or tile: the `index`-th of its level. */
  #addHash(level: number, index: number, hash: Hash): void {
    const hashes = [...(this.#edge[level - 1] ?? []), hash]
    const n = Math.floor(index / tileWidth)
    this.tiles.set(`${level}/${n}`, { level, n, hashes })
    const isFull = hashes.length === tileWidth
    this.#edge[level - 1] = isFull ? [] : hashes
    if (isFull) this.#addHash(level + 1, n, rootOf(hashes))
  }

  edge(): TreeEdge {
    return { bundle: this.#open, tiles: this.#edge }
  }

  root(): Hash {
    return rootOfHashes(this.#edge, this.#leaves)
  }
}

/** An entry as it is put into the tree. */
export interface ReceivedEntry {
  readonly entry: LoggedEntry
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/**
 * Puts entries as they are behind a tree: their times are taken as they are.
 *
 * @returns null when the edge is not that of the head
 * @example
 * ```ts
 * import { emptyEdge, emptyRoot, grow } from "@consent-service/core/evidence"
 *
 * const entry = { kind: 4, time: 1796083200000, id: null, opener: null, commitment: "00".repeat(32) } as const
 * grow({ size: 0, root: emptyRoot, lastTime: 0 }, emptyEdge, [{ entry, receivedAt: 1 }])?.head.lastTime // 1796083200000
 * ```
 */
export const grow = (head: LogHead, edge: TreeEdge, entries: ReadonlyArray<ReceivedEntry>): Growth | null => {
  const leaves = leavesOf(edge.bundle)
  if (!isEdgeOf(head, edge, leaves)) return null
  const growing = new Growing(edge, leaves, head.size)
  let room = tileWidth - (head.size % tileWidth)
  for (let at = 0; at < entries.length; at += room, room = tileWidth) {
    const next = entries.slice(at, at + room)
    growing.add(
      next.map(({ entry }) => entry),
      next.map(({ receivedAt }) => receivedAt),
    )
  }
  return {
    head: {
      size: head.size + entries.length,
      root: growing.root(),
      lastTime: entries.at(-1)?.entry.time ?? head.lastTime,
    },
    edge: growing.edge(),
    bundles: growing.bundles,
    tiles: Array.from(growing.tiles.values()),
  }
}

/**
 * Puts entries into the tree, in their order. A pure decision: what it returns is to be written in one transaction.
 *
 * @param head - what the log says of its tree
 * @param edge - what is stored of it; of level upon level, up to the one that has no full tile
 * @param now - epoch milliseconds
 * @returns null when the stored tree is not what the head says: nothing may be put in then
 * @example
 * ```ts
 * import { emptyEdge, emptyRoot, integrate } from "@consent-service/core/evidence"
 *
 * const entry = { kind: 4, id: "1", salt: "xh7DYDLe8SCGKnMPT9Tr8Q", commitment: "00".repeat(32), receivedAt: 1 } as const
 * integrate({ size: 0, root: emptyRoot, lastTime: 0 }, emptyEdge, [entry], 1796083200123)?.head.size // 1
 * ```
 */
export const integrate = (
  head: LogHead,
  edge: TreeEdge,
  entries: ReadonlyArray<QueuedEntry>,
  now: number,
): Growth | null => {
  const time = timeOf(now, head.lastTime)
  return grow(
    head,
    edge,
    entries.map(({ commitment, id, kind, receivedAt, salt }) => ({
      entry: { kind, time, id, opener: salt, commitment },
      receivedAt,
    })),
  )
}
