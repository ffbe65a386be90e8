/**
 * Describes a caught value, which can be anything, but is usually an error of Node or of the system.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"

/** The code of an error, such as `ENOENT`; undefined where it has none. */
export const codeOf = (thrown: unknown): unknown => (Predicate.hasProperty(thrown, "code") ? thrown.code : undefined)

/** The message of an error. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** A text in one line, as a line of output or a log has it. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, " ")

/** The message of an error in one line. */
export const reasonOf = (thrown: unknown): string => inOneLine(messageOf(thrown))

const ofFiles: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EACCES", "permission denied"],
  ["EISDIR", "it is a directory"],
  ["ENOTDIR", "a part of the path is no directory"],
])

/** Why a file cannot be read or written, for a message that names it: Node's own text repeats the path and the call. */
export const fileReasonOf = (thrown: unknown): string => ofFiles.get(codeOf(thrown)) ?? reasonOf(thrown)
