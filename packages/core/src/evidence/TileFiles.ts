/**
 * Names and bytes of published tiles and bundles (C2SP tlog-tiles).
 *
 * @module
 */
import { type Leaf, leafBytes, leafData, readLeafData } from "./Entry.js"
import type { Hash } from "./MerkleTree.js"
import { tileWidth } from "./Tiles.js"

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
  // What is of another form is not written the same.
  const [, level = "", number = "", partialWidth] = tilePattern.exec(path) ?? []
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

/**
 * Reads the bytes of a bundle as {@link bundleBytes} writes them.
 *
 * @returns null for anything else
 * @example
 * ```ts
 * import { bundleBytes, readBundleBytes } from "@consent-service/core/evidence"
 *
 * const leaf = { kind: 4, time: 1796083200000, commitment: "00".repeat(32) } as const
 * readBundleBytes(bundleBytes([leaf]))?.length // 1
 * ```
 */
export const readBundleBytes = (bytes: Uint8Array): ReadonlyArray<Leaf> | null => {
  const width = 2 + leafBytes
  if (bytes.length % width !== 0 || bytes.length > tileWidth * width) return null
  const leaves: Array<Leaf> = []
  for (let from = 0; from < bytes.length; from += width) {
    const leaf = readLeafData(bytes.subarray(from + 2, from + width))
    if (leaf === null || bytes[from] !== 0 || bytes[from + 1] !== leafBytes) return null
    leaves.push(leaf)
  }
  return leaves
}
