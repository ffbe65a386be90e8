/**
 * The error of a database that cannot be used, for the operator who configured it.
 *
 * @module
 */
import * as Data from "effect/Data"

/**
 * The database cannot be opened, reached or migrated; the message names the database and the reason in one line.
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
  /** Whether a retry may help: it was unreachable, overloaded or locked. */
  readonly transient: boolean
}> {}
