/**
 * PostgreSQL, through node-postgres.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { pgLayer } from "./client/PgServer.js"
import type { ServerOptions } from "./client/ServerOptions.js"

export type { ServerOptions } from "./client/ServerOptions.js"

/**
 * A client for a server, connected on first use and again after every loss.
 *
 * Each connection starts with the parameter `statement_timeout`, so that the server stops statements that take too long.
 * PgBouncer refuses such parameters. A value of 0 in the URL (`?statement_timeout=0`) removes a timeout, and the
 * server's own default applies.
 *
 * @example
 * ```ts
 * import * as Postgres from "@consent-service/adapter-sql/postgres"
 * import * as Redacted from "effect/Redacted"
 *
 * const client = Postgres.layer(Redacted.make("postgres://user:password@host/consent"))
 * ```
 */
export const layer = (url: Redacted.Redacted, options?: ServerOptions): Layer.Layer<SqlClient> =>
  pgLayer(PgClient, url, options)
