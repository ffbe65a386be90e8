/**
 * Files of released code, in `released/`: never edit them, only add to them.
 *
 * - `checksums.json`: of each migration, on each engine, for several table prefixes.
 * - `sqlite.sql`, `postgres.sql`, `mysql.sql`: dumps of databases that were migrated with the prefixes `cs_` and `Other_`
 *   and hold two records of one subject under each, made while migrations were rendered by `@effect/sql`.
 */
import type { Engine } from "@consent-service/test-engines"
import { mysqlQuery, postgresQuery } from "@consent-service/test-engines/private"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"

const read = (name: string): string => readFileSync(new URL(`./released/${name}`, import.meta.url), "utf8")

const ByKey = <A, I>(value: Schema.Schema<A, I>) => Schema.Record({ key: Schema.String, value })
const OfEngine = ByKey(ByKey(Schema.String))

/** Checksums by engine, table prefix and migration. */
export const releasedChecksums = Schema.decodeUnknownSync(
  Schema.Struct({ sqlite: OfEngine, postgres: OfEngine, mysql: OfEngine }),
)(JSON.parse(read("checksums.json")))

/** The table prefixes in the dumps. */
export const releasedPrefixes = ["cs_", "Other_"]

/** Fills an empty database with the engine's dump. */
export const restore = (engine: Engine, url: string, sql: SqlClient.SqlClient): Effect.Effect<void, unknown> => {
  const dump = read(`${engine}.sql`)
  if (engine === "postgres") return Effect.tryPromise(() => postgresQuery(url, dump))
  if (engine === "mysql") return Effect.tryPromise(() => mysqlQuery(`${url}?multipleStatements=true`, dump))
  const statements = dump.split(/;\n/).filter((statement) => statement.trim() !== "")
  return Effect.forEach(statements, (statement) => sql.unsafe(statement).unprepared, { discard: true })
}
