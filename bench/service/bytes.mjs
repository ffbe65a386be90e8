// @ts-check
// What a database takes on disk, by table and index.
import Sqlite from "better-sqlite3"
import { openMysql, openPostgres } from "./databases.mjs"

/** @typedef {{ relation: string, bytes: number }} RelationSize */

/** @param {string} url @returns {ReadonlyArray<RelationSize>} */
const sqliteSizes = (url) => {
  const db = new Sqlite(url.slice("sqlite://".length))
  // What is only in the log is not in the file yet.
  db.pragma("wal_checkpoint(truncate)")
  const sizes = /** @type {ReadonlyArray<RelationSize>} */ (
    db.prepare("select name as relation, sum(pgsize) as bytes from dbstat group by name").all()
  )
  db.close()
  return sizes
}

const postgresSizes = `
  select relname as relation, case relkind when 'r' then pg_table_size(oid) else pg_relation_size(oid) end as bytes
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`

const mysqlTables = "select table_name as name from information_schema.tables where table_schema = database()"

const mysqlSizes = `
  select concat(table_name, ' ', index_name) as relation, stat_value * @@innodb_page_size as bytes
  from mysql.innodb_index_stats where stat_name = 'size' and database_name = database()`

/**
 * The bytes of every table and index; in MariaDB a table is its primary key.
 *
 * @param {import("./databases.mjs").Engine} engine @param {string} url
 * @returns {Promise<ReadonlyArray<RelationSize>>}
 */
export const relationSizes = async (engine, url) => {
  if (engine === "sqlite") return sqliteSizes(url)
  const admin = await (engine === "postgres" ? openPostgres : openMysql)(url)
  try {
    if (engine === "mysql") {
      for (const { name } of await admin.run(mysqlTables)) await admin.run(`analyze table ${name}`)
    }
    const sizes = await admin.run(engine === "postgres" ? postgresSizes : mysqlSizes)
    return sizes.map(({ bytes, relation }) => ({ relation, bytes: Number(bytes) }))
  } finally {
    await admin.close()
  }
}
