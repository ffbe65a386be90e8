/**
 * MySQL and MariaDB, through mysql2.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as MysqlClient from "@effect/sql-mysql2/MysqlClient"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { mysqlLayer } from "./client/MysqlServer.js"
import type { ServerOptions } from "./client/ServerOptions.js"

export type { ServerOptions } from "./client/ServerOptions.js"

/**
 * A client for a server, connected on first use and again after every loss.
 *
 * @example
 * ```ts
 * import * as Mysql from "@consent-service/adapter-sql/mysql"
 * import * as Redacted from "effect/Redacted"
 *
 * const client = Mysql.layer(Redacted.make("mysql://user:password@host/consent"))
 * ```
 */
export const layer = (url: Redacted.Redacted, options?: ServerOptions): Layer.Layer<SqlClient> =>
  mysqlLayer(MysqlClient, url, options)
