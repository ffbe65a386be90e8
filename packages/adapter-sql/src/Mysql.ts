/**
 * MySQL and MariaDB, through mysql2.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as MysqlClient from "@effect/sql-mysql2/MysqlClient"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import { layerLazy } from "./client/LazyClient.js"
import { checkMysqlConnection } from "./dialect/MysqlDialect.js"
import { defaultMaxConnections, defaultTimeoutMs, type ServerOptions, withParameter } from "./client/ServerOptions.js"

export type { ServerOptions } from "./client/ServerOptions.js"

/** The driver cannot cancel a statement, and a server goes on with it until it has rows to send. */
const cancel = (sql: SqlClient, driver: object): Effect.Effect<void> => {
  const id = Predicate.hasProperty(driver, "threadId") ? driver.threadId : null
  if (typeof id !== "number") return Effect.void
  const kill = Effect.timeout(Effect.disconnect(sql.unsafe(`kill ${id}`).unprepared), "5 seconds")
  return Effect.asVoid(Effect.forkDaemon(Effect.ignore(kill)))
}

/** A client for a server, connected on first use and again after every loss. */
export const layer = (url: Redacted.Redacted, options: ServerOptions = {}): Layer.Layer<SqlClient> => {
  const { maxConnections = defaultMaxConnections, timeoutMs = defaultTimeoutMs } = options
  return layerLazy({
    connect: MysqlClient.make({ url: withParameter(url, "connectTimeout", `${timeoutMs}`), maxConnections }),
    compiler: MysqlClient.makeCompiler(),
    check: checkMysqlConnection,
    cancel,
    timeoutMs,
  })
}
