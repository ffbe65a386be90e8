/**
 * A cluster of PostgreSQL servers that Citus makes of one database: the connection is to its coordinator. Experimental: the
 * statements were tried on a stand-in, see decision 0130.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Cluster, Dialect } from "./Dialect.js"
import { checkPgConnection, pgDialect } from "./PgDialect.js"
import { type Shard, shardsByRange } from "../distribution/Shards.js"
import { citusSchema } from "../migrations/citus/index.js"
import { integer, reading, text } from "../statement/Columns.js"
import { UnexpectedAnswer } from "../statement/Guard.js"
import { withoutIds } from "../statement/InsertRows.js"
import { rowsOf } from "../statement/Queries.js"
import { valuesAddRows, valuesInsertNew, valuesInsertPairs, valuesInsertRows } from "../statement/ValuesInsertRows.js"

/** A hash in the catalog, which is signed: as text, since other columns have ranges of other types. */
const hashIn = (value: unknown): number => integer(Number(text(value)))

/** Where a shard has several copies, one of its nodes is enough: nodes only bound how many saves wait for one of them. */
const readShards =
  (sql: SqlClient): Cluster["readShards"] =>
  (table) =>
    Effect.gen(function* () {
      const rows = yield* rowsOf(sql`select s.shardid::text as id, min(p.groupid)::text as node,
          s.shardminvalue as least, s.shardmaxvalue as greatest
        from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
        where s.logicalrelid = to_regclass(quote_ident(${table}))
        group by s.shardid, s.shardminvalue, s.shardmaxvalue`)
      const shards = yield* reading(() =>
        rows.map(
          (row): Shard => ({
            id: text(row["id"]),
            node: text(row["node"]),
            least: hashIn(row["least"]),
            greatest: hashIn(row["greatest"]),
          }),
        ),
      )
      const shardOf = shardsByRange(shards)
      if (shardOf !== null) return shardOf
      return yield* new UnexpectedAnswer({
        message: `the shards of ${table} (${shards.length}) do not cover all hashes`,
      })
    })

const settings = "current_setting('synchronous_commit') || ' ' || current_setting('fsync')"

/** Each node waits for its own disk, so each is asked. One that does not answer is refused, because nothing is known of it. */
const checkWorkers = (sql: SqlClient): Effect.Effect<void, SqlError | UnexpectedAnswer> =>
  Effect.gen(function* () {
    const rows = yield* rowsOf(
      sql`select nodename, success, result from run_command_on_workers(${`select ${settings}`})`,
    )
    for (const row of rows) {
      const message = `the worker ${String(row["nodename"])}`
      if (row["success"] !== true) {
        return yield* new UnexpectedAnswer({
          message: `${message} does not tell its settings: ${String(row["result"])}`,
        })
      }
      if (String(row["result"]).split(" ").includes("off")) {
        return yield* new UnexpectedAnswer({
          message: `${message} has synchronous_commit or fsync off: a server crash could lose records`,
        })
      }
    }
  })

/** The dialect of a Citus cluster. */
export const citusDialect = (sql: SqlClient): Dialect => {
  const check = Effect.zipRight(checkPgConnection(sql), checkWorkers(sql))
  return {
    ...pgDialect(sql),
    schema: citusSchema,
    cluster: { readShards: readShards(sql) },
    prepare: check,
    inspect: check,
    insertRows: valuesInsertRows(sql),
    insertNew: valuesInsertNew(sql),
    insertMissing: (target) => withoutIds(valuesInsertRows(sql)(target)),
    insertPairs: valuesInsertPairs(sql),
    addRows: valuesAddRows(sql),
  }
}
