/**
 * PostgreSQL, through node-postgres.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { layerLazy } from "./internal/LazyClient.js"
import { defaultMaxConnections, defaultTimeoutMs, type ServerOptions, withParameter } from "./internal/ServerOptions.js"

export type { ServerOptions } from "./internal/ServerOptions.js"

/**
 * A client for a server, connected on first use and again after every loss.
 *
 * The server is told to end statements that take too long, by the start-up parameter `statement_timeout`. A pooler that
 * refuses it (PgBouncer) needs `?statement_timeout=0` in the URL, which leaves it out.
 */
export const layer = (url: Redacted.Redacted, options: ServerOptions = {}): Layer.Layer<SqlClient> => {
  const { maxConnections = defaultMaxConnections, timeoutMs = defaultTimeoutMs } = options
  return layerLazy(
    PgClient.make({
      url: withParameter(url, "statement_timeout", `${timeoutMs}`),
      maxConnections,
      connectTimeout: timeoutMs,
      applicationName: "consent-service",
    }),
    PgClient.makeCompiler(),
    timeoutMs,
  )
}
