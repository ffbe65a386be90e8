/**
 * Chooses the dialect of a client.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Dialect } from "./Dialect.js"
import { mysqlDialect } from "./MysqlDialect.js"
import { pgDialect } from "./PgDialect.js"
import { sqliteDialect } from "./SqliteDialect.js"

/** The dialect of a client, decided once. */
export const dialectOf = (sql: SqlClient): Dialect =>
  sql.onDialectOrElse({
    sqlite: () => sqliteDialect(sql),
    pg: () => pgDialect(sql),
    mysql: () => mysqlDialect(sql),
    orElse: () => {
      throw new Error("unsupported SQL client: use one for SQLite, PostgreSQL, MySQL or MariaDB")
    },
  })
