/**
 * PostgreSQL, through node-postgres.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import type { PgOptions } from "./client/PgOptions.js"
import { pgLayer } from "./client/PgServer.js"
import { takeDistribution } from "./distribution/UrlParameter.js"

export type { PgOptions } from "./client/PgOptions.js"
export type { ServerOptions } from "./client/ServerOptions.js"

/**
 * A client for a server, connected on first use and again after every loss.
 *
 * Each connection starts with the parameter `statement_timeout`, so that the server stops statements that take too long.
 * PgBouncer refuses such parameters. A value of 0 in the URL (`?statement_timeout=0`) removes a timeout, and the
 * server's own default applies.
 *
 * The option `distribution`, or `?distribution=citus` in the URL, is for the coordinator of a Citus cluster; its support is
 * experimental.
 *
 * @throws a defect, `DatabaseUnusable`, for another `distribution` in the URL
 *
 * @example
 * ```ts
 * import * as Postgres from "@consent-service/adapter-sql/postgres"
 * import * as Redacted from "effect/Redacted"
 *
 * const client = Postgres.layer(Redacted.make("postgres://user:password@host/consent"))
 * ```
 */
export const layer = (url: Redacted.Redacted, options: PgOptions = {}): Layer.Layer<SqlClient> =>
  Either.match(takeDistribution(Redacted.value(url)), {
    onLeft: (message) => Layer.die(new DatabaseUnusable({ message, transient: false })),
    onRight: (taken) =>
      pgLayer(PgClient, Redacted.make(taken.url), {
        ...options,
        distribution: options.distribution ?? taken.distribution,
      }),
  })
