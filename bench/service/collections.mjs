// @ts-check
// The garbage collections of a server, as V8 itself reports them.
import { median } from "./numbers.mjs"

/** Makes V8 write a line on each collection. */
export const collectionFlags = ["--trace-gc-nvp"]

/** A collection of young objects, the frequent kind. */
const young = / pause=([\d.]+) .* gc=s .* promoted=(\d+) /

/**
 * The bytes promoted to the old generation, and the length of the pauses.
 *
 * @param {ReadonlyArray<string>} lines
 */
export const collectionsIn = (lines) => {
  const found = lines.flatMap((line) => {
    const [, pause, promoted] = young.exec(line) ?? []
    return pause === undefined ? [] : [{ pauseMs: Number(pause), promoted: Number(promoted) }]
  })
  const pauses = found.map(({ pauseMs }) => pauseMs)
  return {
    promoted: found.reduce((sum, { promoted }) => sum + promoted, 0),
    medianMs: found.length === 0 ? 0 : median(pauses),
    longestMs: pauses.reduce((longest, pause) => Math.max(longest, pause), 0),
  }
}
