/**
 * A database that cannot be worked with, in words for the person who set it up.
 *
 * @module
 */
import * as Data from "effect/Data"

/**
 * The database cannot be opened, reached or migrated; the message says which one and why, in one line.
 *
 * @example
 * ```ts
 * const migrated = Effect.catchTag(migrate(), "DatabaseUnusable", ({ message }) => Effect.logError(message))
 * ```
 */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{
  readonly message: string
  /** Whether trying again may help: it could not be reached, was overloaded or locked. */
  readonly transient: boolean
}> {}
