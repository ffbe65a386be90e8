/**
 * PostgreSQL, through node-postgres.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { layerLazy } from "./client/LazyClient.js"
import { checkPgConnection } from "./dialect/PgDialect.js"
import {
  defaultMaxConnections,
  defaultTimeoutMs,
  type ServerOptions,
  withoutZeros,
  withParameter,
} from "./client/ServerOptions.js"

export type { ServerOptions } from "./client/ServerOptions.js"

/** Time-outs that node-postgres sends as startup parameters, also as 0. */
const startupTimeouts = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]

/**
 * A client for a server, connected on first use and again after every loss.
 *
 * Each connection starts with the parameter `statement_timeout`, so that the server stops statements that take too long.
 * PgBouncer refuses such parameters. A value of 0 in the URL (`?statement_timeout=0`) leaves a time-out out, and the
 * server's own default applies.
 */
export const layer = (url: Redacted.Redacted, options: ServerOptions = {}): Layer.Layer<SqlClient> => {
  const { maxConnections = defaultMaxConnections, timeoutMs = defaultTimeoutMs } = options
  return layerLazy({
    connect: PgClient.make({
      url: withoutZeros(withParameter(url, "statement_timeout", `${timeoutMs}`), startupTimeouts),
      maxConnections,
      connectTimeout: timeoutMs,
      applicationName: "consent-service",
    }),
    compiler: PgClient.makeCompiler(),
    check: checkPgConnection,
    timeoutMs,
  })
}
