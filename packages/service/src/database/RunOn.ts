/**
 * Commands read or change a database on a separate connection.
 *
 * @module
 */
import { clientFromUrl, type Purpose } from "@consent-service/adapter-sql/ClientFromUrl"
import type { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"

/** Runs on a separate connection, and always closes it. */
export const runOn = <A, E>(
  url: string,
  purpose: Purpose,
  effect: Effect.Effect<A, E, SqlClient.SqlClient>,
): Promise<Either.Either<A, E | DatabaseUnusable>> =>
  Effect.runPromise(Effect.either(Effect.provide(effect, clientFromUrl(url, purpose))))
