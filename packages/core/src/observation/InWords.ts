/**
 * Anything that can be thrown, in words for the log.
 *
 * @module
 */

/** Deep enough for any driver's chain; an error can be its own cause. */
const maxCauses = 8

/** A cause in words; whatever can be thrown, finding words for it must not fail in turn. */
export const inWords = (cause: unknown, depth = 0): string => {
  try {
    if (!(cause instanceof Error)) return String(cause)
    const inner = cause.cause === undefined || depth === maxCauses ? "" : ` <- ${inWords(cause.cause, depth + 1)}`
    return `${cause.name}: ${cause.message}${inner}`
  } catch {
    return "a cause that cannot be described"
  }
}
