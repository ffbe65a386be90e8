/**
 * Clients for MySQL and MariaDB servers, from a loaded driver.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import { prepareMysqlConnection } from "../dialect/MysqlDialect.js"
import type { MysqlDriver } from "./Drivers.js"
import { layerLazy } from "./LazyClient.js"
import type { PoolUsage } from "./PoolUsage.js"
import { defaultMaxConnections, defaultTimeoutMs, type ServerOptions, withParameter } from "./ServerOptions.js"

/** The driver cannot cancel a statement, and a server continues it until it has rows to send. */
const cancel = (sql: SqlClient, driver: object): Effect.Effect<void> => {
  const id = Predicate.hasProperty(driver, "threadId") ? driver.threadId : null
  if (typeof id !== "number") return Effect.void
  const kill = Effect.timeout(Effect.disconnect(sql.unsafe(`kill ${id}`).unprepared), "5 seconds")
  return Effect.asVoid(Effect.forkDaemon(Effect.ignore(kill)))
}

/** A client for a server; see `layer` of the module `Mysql`. */
export const mysqlLayer = (
  driver: MysqlDriver,
  url: Redacted.Redacted,
  options: ServerOptions = {},
): Layer.Layer<SqlClient | PoolUsage> => {
  const { maxConnections = defaultMaxConnections, timeoutMs = defaultTimeoutMs } = options
  return layerLazy({
    connect: driver.make({ url: withParameter(url, "connectTimeout", `${timeoutMs}`), maxConnections }),
    compiler: driver.makeCompiler(),
    check: prepareMysqlConnection,
    cancel,
    timeoutMs,
    maxConnections,
  })
}
