/**
 * Clients for PostgreSQL servers, from a loaded driver.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { checkPgConnection } from "../dialect/PgDialect.js"
import type { PgDriver } from "./Drivers.js"
import { Distribution } from "../distribution/Distribution.js"
import { layerLazy } from "./LazyClient.js"
import { cancelPgStatement } from "./PgCancel.js"
import type { PgOptions } from "./PgOptions.js"
import type { PoolUsage } from "./PoolUsage.js"
import { defaultMaxConnections, defaultTimeoutMs, withoutZeros, withParameter } from "./ServerOptions.js"

/** Timeouts that node-postgres sends as startup parameters, even when 0. */
const startupTimeouts = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]

/** A client for a server; see `layer` of the module `Postgres`. */
export const pgLayer = (
  driver: PgDriver,
  url: Redacted.Redacted,
  options: PgOptions = {},
): Layer.Layer<SqlClient | PoolUsage> => {
  const { distribution = null, maxConnections = defaultMaxConnections, timeoutMs = defaultTimeoutMs } = options
  const client = layerLazy({
    connect: driver.make({
      url: withoutZeros(withParameter(url, "statement_timeout", `${timeoutMs}`), startupTimeouts),
      maxConnections,
      connectTimeout: timeoutMs,
      applicationName: "consent-service",
    }),
    compiler: driver.makeCompiler(),
    check: checkPgConnection,
    stopping: (_, connection) => Effect.succeed({ stop: cancelPgStatement(connection), within: "transactions" }),
    timeoutMs,
    maxConnections,
  })
  return distribution === null ? client : Layer.map(client, Context.add(Distribution, distribution))
}
