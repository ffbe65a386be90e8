/**
 * The message of an error, in one line.
 *
 * @module
 */

/** The message of anything that was thrown. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ")
