/**
 * MySQL and MariaDB, through mysql2.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as MysqlClient from "@effect/sql-mysql2/MysqlClient"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { layerLazy } from "./internal/LazyClient.js"
import { defaultMaxConnections, defaultTimeoutMs, type ServerOptions, withParameter } from "./internal/ServerOptions.js"

export type { ServerOptions } from "./internal/ServerOptions.js"

/** A client for a server, connected on first use and again after every loss. */
export const layer = (url: Redacted.Redacted, options: ServerOptions = {}): Layer.Layer<SqlClient> => {
  const { maxConnections = defaultMaxConnections, timeoutMs = defaultTimeoutMs } = options
  return layerLazy(
    MysqlClient.make({ url: withParameter(url, "connectTimeout", `${timeoutMs}`), maxConnections }),
    MysqlClient.makeCompiler(),
    timeoutMs,
  )
}
