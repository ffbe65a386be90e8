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
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as Migrations from "@consent-service/adapter-sql/Migrations"
 * import * as Effect from "effect/Effect"
 *
 * const applied = Effect.provide(Migrations.migrate(), clientFromUrl("sqlite:./consent.db")).pipe(
 *   Effect.catchTag("DatabaseUnusable", ({ message }) => Effect.logError(message)),
 * )
 * ```
 */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{
  readonly message: string
  /** Whether trying again may help: it could not be reached, was overloaded or locked. */
  readonly transient: boolean
}> {}
