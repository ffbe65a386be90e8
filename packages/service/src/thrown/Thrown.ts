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
