/**
 * How a browser names its visitor (browser.md 1.4, wire.md 5.3).
 *
 * @module
 */
import { timedId } from "../digest/TimedId.js"

/**
 * A subject id nobody else has: `SubjectId` accepts it.
 *
 * @param now - epoch milliseconds
 * @param random - 12 random bytes
 */
export const newSubjectId = (now: number, random: Uint8Array): string => timedId("sub", now, random)
