/**
 * The code of an error of Node or of the system, such as `ENOENT`.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"

/** The code of an error; undefined where it has none. */
export const codeOf = (error: unknown): unknown => (Predicate.hasProperty(error, "code") ? error.code : undefined)
