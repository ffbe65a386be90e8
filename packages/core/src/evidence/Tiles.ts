/**
 * How the tree is kept and published (C2SP tlog-tiles): entries in bundles of 256, hashes in tiles of 256, and how both
 * grow when entries are put in.
 *
 * @module
 */
import { equalBytes } from "../digest/Hmac.js"
import { leafBytes, leafData, leafHash, type EntryKind, type Leaf } from "./Entry.js"
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
export const rootOfEdge = ({ bundle, tiles }: TreeEdge): Hash => {
  const leaves = (bundle?.entries ?? []).map(hashOf)
  return rootOfSubtrees([...tiles.toReversed(), leaves].flatMap(completeSubtrees))
}

/** Computes how many leaves a tree has from its edge and its last bundle's number. */
const isEdgeOf = ({ root, size }: LogHead, edge: TreeEdge): boolean => {
  const { bundle, tiles } = edge
  let left = Math.floor(size / tileWidth)
  const widths = tiles.map(() => {
    const width = left % tileWidth
    left = Math.floor(left / tileWidth)
    return width
  })
  const bundleFits = (bundle?.entries.length ?? 0) === size % tileWidth
  return (
    left === 0 &&
    bundleFits &&
    tiles.every(({ length }, at) => length === widths[at]) &&
    equalBytes(rootOfEdge(edge), root)
  )
}

/** The time of entries that are put in now: whole seconds, and never before an entry in front of them. */
const timeOf = (now: number, lastTime: number): number => Math.max(Math.floor(now / 1000) * 1000, lastTime)

/** Growing, one entry at a time. */
class Growing {
  readonly bundles: Array<Bundle> = []
  readonly tiles: Map<string, Tile> = new Map()
  #open: Bundle | null
  readonly #edge: Array<ReadonlyArray<Hash>>
  #size: number

  constructor(edge: TreeEdge, size: number) {
    this.#open = edge.bundle
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
    this.#open = bundle.entries.length < tileWidth ? bundle : null
    if (this.#open === null) this.#addHash(1, bundle.n, rootOf(bundle.entries.map(hashOf)))
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
  if (!isEdgeOf(head, edge)) return null
  const time = timeOf(now, head.lastTime)
  const growing = new Growing(edge, head.size)
  let room = tileWidth - (head.size % tileWidth)
  for (let at = 0; at < entries.length; at += room, room = tileWidth) {
    const next = entries.slice(at, at + room)
    growing.add(
      next.map(({ commitment, id, kind, salt }) => ({ kind, time, id, opener: salt, commitment })),
      next.map(({ receivedAt }) => receivedAt),
    )
  }
  const grown = growing.edge()
  return {
    head: {
      size: head.size + entries.length,
      root: rootOfEdge(grown),
      lastTime: entries.length === 0 ? head.lastTime : time,
    },
    edge: grown,
    bundles: growing.bundles,
    tiles: Array.from(growing.tiles.values()),
  }
}

/** A number in groups of three digits: 1234067 is `x001/x234/067`. */
const grouped = (n: number): string => {
  const digits = String(n)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0")
  return padded.replace(/\d{3}(?=\d)/g, "x$&/")
}

const partial = (width: number): string => (width === tileWidth ? "" : `.p/${width}`)

/**
 * The path of a tile below the address of a log.
 *
 * @param width - how many hashes it has, 1 to 256
 * @example
 * ```ts
 * import { tilePath } from "@consent-service/core/evidence"
 *
 * tilePath(0, 1234067, 256) // "tile/0/x001/x234/067"
 * tilePath(1, 0, 8) // "tile/1/000.p/8"
 * ```
 */
export const tilePath = (level: number, n: number, width: number): string =>
  `tile/${level}/${grouped(n)}${partial(width)}`

/**
 * The path of a bundle of entries below the address of a log.
 *
 * @example
 * ```ts
 * import { bundlePath } from "@consent-service/core/evidence"
 *
 * bundlePath(12, 256) // "tile/entries/012"
 * bundlePath(12, 3) // "tile/entries/012.p/3"
 * ```
 */
export const bundlePath = (n: number, width: number): string => `tile/entries/${grouped(n)}${partial(width)}`

/** Names a tile or a bundle, or the beginning of one. */
export interface TileName {
  /** A level of tiles, or `entries` for a bundle. */
  readonly level: number | "entries"
  readonly n: number
  /** How many hashes or entries it has: 1 to 256. */
  readonly width: number
}

const tilePattern = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/**
 * Reads a path as {@link tilePath} and {@link bundlePath} write it.
 *
 * @returns null for any other text
 * @example
 * ```ts
 * import { readTilePath } from "@consent-service/core/evidence"
 *
 * readTilePath("tile/0/x001/x234/067") // { level: 0, n: 1234067, width: 256 }
 * readTilePath("tile/entries/012.p/3") // { level: "entries", n: 12, width: 3 }
 * readTilePath("tile/0/x000/001") // null
 * ```
 */
export const readTilePath = (path: string): TileName | null => {
  const [, level, number, partialWidth] = tilePattern.exec(path) ?? []
  if (level === undefined || number === undefined) return null
  const n = Number(number.replaceAll(/[x/]/g, ""))
  const width = partialWidth === undefined ? tileWidth : Number(partialWidth)
  const name: TileName = { level: level === "entries" ? level : Number(level), n, width }
  const written = name.level === "entries" ? bundlePath(n, width) : tilePath(name.level, n, width)
  return width <= tileWidth && Number.isSafeInteger(n) && written === path ? name : null
}

/**
 * The bytes of a tile as it is published: its hashes, one after another.
 *
 * @example
 * ```ts
 * import { emptyRoot, tileBytes } from "@consent-service/core/evidence"
 *
 * tileBytes([emptyRoot, emptyRoot]).length // 64
 * ```
 */
export const tileBytes = (hashes: ReadonlyArray<Hash>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(hashes.length * 32)
  hashes.forEach((hash, at) => bytes.set(hash, at * 32))
  return bytes
}

/**
 * The bytes of a bundle as it is published: of each entry two bytes for the length, and the data of its leaf.
 *
 * @example
 * ```ts
 * import { bundleBytes } from "@consent-service/core/evidence"
 *
 * bundleBytes([{ kind: 4, time: 1796083200000, commitment: "00".repeat(32) }]).length // 44
 * ```
 */
export const bundleBytes = (entries: ReadonlyArray<Leaf>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(entries.length * (2 + leafBytes))
  entries.forEach((entry, at) => {
    const from = at * (2 + leafBytes)
    bytes[from + 1] = leafBytes
    bytes.set(leafData(entry), from + 2)
  })
  return bytes
}
