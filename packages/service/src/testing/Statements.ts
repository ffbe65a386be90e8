/** SQL that a test runs alongside the service. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"

/**
 * Runs statements on a database. On SQLite they are written by a thread, as those of the service: the service's transaction
 * could not go on, and would keep the file locked, while this thread waited for it.
 */
export const statementsOn = (url: string, statements: ReadonlyArray<string>): Promise<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (text) => sql.unsafe(text), { discard: true }),
  ).pipe(Effect.provide(clientFromUrl(url, "serving")), Effect.runPromise)
