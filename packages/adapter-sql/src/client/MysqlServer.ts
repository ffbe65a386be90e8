/**
 * Clients for MySQL and MariaDB servers, from a loaded driver.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { prepareMysqlConnection } from "../dialect/MysqlDialect.js"
import type { MysqlDriver } from "./Drivers.js"
import { layerLazy } from "./LazyClient.js"
import { makeKill } from "./MysqlKill.js"
import type { PoolUsage } from "./PoolUsage.js"
import { defaultMaxConnections, defaultTimeoutMs, type ServerOptions, withParameter } from "./ServerOptions.js"

/** A client for a server; see `layer` of the module `Mysql`. */
export const mysqlLayer = (
  driver: MysqlDriver,
  url: Redacted.Redacted,
  options: ServerOptions = {},
): Layer.Layer<SqlClient | PoolUsage> => {
  const { maxConnections = defaultMaxConnections, timeoutMs = defaultTimeoutMs } = options
  const server = withParameter(url, "connectTimeout", `${timeoutMs}`)
  const kill = makeKill(driver.make({ url: server, maxConnections: 1 }))
  return layerLazy({
    connect: driver.make({ url: server, maxConnections }),
    compiler: driver.makeCompiler(),
    check: (sql) => prepareMysqlConnection(sql, timeoutMs),
    stopping: (sql) => Effect.map(kill(sql), (stop) => ({ stop, within: "statements" })),
    timeoutMs,
    maxConnections,
  })
}
