/**
 * The files of a published log (C2SP tlog-tiles): which there are, and how they are served.
 *
 * @module
 */
import { bundlePath, tilePath, type TileName } from "./TileFiles.js"
import { tileWidth } from "./Tiles.js"

/** Of entries and of hashes of each level: how many a tree of this size has. */
const countIn = (size: number, level: TileName["level"]): number =>
  Math.floor(size / tileWidth ** (level === "entries" ? 0 : level))

/**
 * How wide a tile or a bundle is in the tree of a size: 0 to 256.
 *
 * @example
 * ```ts
 * import { widthIn } from "@consent-service/core/evidence"
 *
 * widthIn(300, { level: "entries", n: 1 }) // 44
 * widthIn(300, { level: 1, n: 0 }) // 1
 * ```
 */
export const widthIn = (size: number, { level, n }: Pick<TileName, "level" | "n">): number =>
  Math.min(Math.max(countIn(size, level) - n * tileWidth, 0), tileWidth)

const namesOfLevel = (level: TileName["level"], from: number, to: number): ReadonlyArray<TileName> => {
  const [before, after] = [countIn(from, level), countIn(to, level)]
  if (before === after) return []
  const [first, last] = [Math.floor(before / tileWidth), Math.floor((after - 1) / tileWidth)]
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    level,
    n: first + at,
    width: widthIn(to, { level, n: first + at }),
  }))
}

/**
 * Names the bundles and tiles that the tree of `to` entries has and that of `from` entries has not: of each level the
 * full ones, and the one at the end.
 *
 * @param from - at most `to`; 0 names all
 * @example
 * ```ts
 * import { namesBetween, tileNamePath } from "@consent-service/core/evidence"
 *
 * namesBetween(255, 257).map(tileNamePath)
 * // ["tile/entries/000", "tile/entries/001.p/1", "tile/0/000", "tile/0/001.p/1", "tile/1/000.p/1"]
 * ```
 */
export const namesBetween = (from: number, to: number): ReadonlyArray<TileName> => {
  const names = [...namesOfLevel("entries", from, to)]
  for (let level = 0; countIn(to, level) > 0; level += 1) names.push(...namesOfLevel(level, from, to))
  return names
}

/**
 * The path of a tile or a bundle: `tilePath` or `bundlePath`.
 *
 * @example
 * ```ts
 * import { tileNamePath } from "@consent-service/core/evidence"
 *
 * tileNamePath({ level: "entries", n: 0, width: 256 }) // "tile/entries/000"
 * ```
 */
export const tileNamePath = ({ level, n, width }: TileName): string =>
  level === "entries" ? bundlePath(n, width) : tilePath(level, n, width)

/** The paths of the files that are no tiles. */
export const logPaths = { checkpoint: "checkpoint", keys: "keys.json", timestamps: "timestamps.json" } as const

/** Types of the files, for servers that do not know C2SP. */
export const logTypes = {
  checkpoint: "text/plain; charset=utf-8",
  keys: "application/json; charset=utf-8",
  lines: "application/x-ndjson; charset=utf-8",
  tile: "application/octet-stream",
  timestamps: "application/json; charset=utf-8",
  stamp: "application/timestamp-reply",
} as const

/** How long copies of the files may be used, as `Cache-Control`: tiles never change, a year is the most there is. */
export const logCaching = { changing: "public, max-age=5", fixed: "public, max-age=31536000, immutable" } as const
