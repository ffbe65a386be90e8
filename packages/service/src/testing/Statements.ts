/** SQL of a test's own, beside the service. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { clientLayer } from "../database/ClientLayer.js"

/** Runs statements on a database. */
export const statementsOn = (url: string, statements: ReadonlyArray<string>): Promise<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (text) => sql.unsafe(text), { discard: true }),
  ).pipe(Effect.provide(clientLayer(url)), Effect.runPromise)
