/**
 * Describes anything that can be thrown, for the log.
 *
 * @module
 */

/** Deep enough for any driver's chain; an error can be its own cause. */
const maxCauses = 8

/**
 * A cause as one line: an error's name and message, and those of its causes, eight at most. It never throws, for any value
 * thrown.
 *
 * @param depth - the depth of the cause; internal
 *
 * @example
 * ```ts
 * import { inWords } from "@consent-service/core/ports"
 *
 * inWords(new Error("no answer", { cause: new TypeError("refused") })) // "Error: no answer <- TypeError: refused"
 * ```
 */
export const inWords = (cause: unknown, depth = 0): string => {
  try {
    if (!(cause instanceof Error)) return String(cause)
    const inner = cause.cause === undefined || depth === maxCauses ? "" : ` <- ${inWords(cause.cause, depth + 1)}`
    return `${cause.name}: ${cause.message}${inner}`
  } catch {
    return "a cause that cannot be described"
  }
}
