/** SQL that a test runs alongside the service. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"

/** Runs statements on a database. */
export const statementsOn = (url: string, statements: ReadonlyArray<string>): Promise<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (text) => sql.unsafe(text), { discard: true }),
  ).pipe(Effect.provide(clientFromUrl(url)), Effect.runPromise)
