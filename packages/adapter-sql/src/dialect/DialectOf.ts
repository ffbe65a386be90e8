/**
 * Chooses the dialect of a client.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { DistributionName } from "../distribution/Distribution.js"
import { citusDialect } from "./CitusDialect.js"
import type { Dialect } from "./Dialect.js"
import { mysqlDialect } from "./MysqlDialect.js"
import { pgDialect } from "./PgDialect.js"
import { sqliteDialect } from "./SqliteDialect.js"

const distributed = (sql: SqlClient): Dialect =>
  sql.onDialectOrElse({
    pg: () => citusDialect(sql),
    orElse: () => {
      throw new Error('the distribution "citus" is for clients of PostgreSQL only')
    },
  })

/** The dialect of a client, decided once. */
export const dialectOf = (sql: SqlClient, distribution: DistributionName | null = null): Dialect =>
  distribution === null
    ? sql.onDialectOrElse({
        sqlite: () => sqliteDialect(sql),
        pg: () => pgDialect(sql),
        mysql: () => mysqlDialect(sql),
        orElse: () => {
          throw new Error("unsupported SQL client: use one for SQLite, PostgreSQL, MySQL or MariaDB")
        },
      })
    : distributed(sql)
