// @ts-check
// Inserts many rows in the fastest way that each driver has, to fill a table before something is measured.
import Sqlite from "better-sqlite3"
import mysql from "mysql2/promise"
import { Client } from "pg"

/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {Readonly<Record<string, string | number | null>>} StoredRow */

/** How many rows a statement inserts. */
const batch = 2_000

/** @typedef {{ insert: (table: string, rows: ReadonlyArray<StoredRow>) => Promise<void>, settle: (table: string) => Promise<void>, close: () => Promise<void> }} Filler */

/** @param {ReadonlyArray<StoredRow>} rows */
const namesOf = ([row]) => Object.keys(row ?? {})

/** @param {string} url @returns {Promise<Filler>} */
const openSqlite = async (url) => {
  const db = new Sqlite(url.slice("sqlite://".length))
  return {
    insert: async (table, rows) => {
      const names = namesOf(rows)
      const values = names.map((name) => `@${name}`)
      const insert = db.prepare(`insert into ${table} (${names.join(",")}) values (${values.join(",")})`)
      db.transaction(() => rows.forEach((row) => insert.run(row)))()
    },
    settle: async () => void db.pragma("wal_checkpoint(truncate)"),
    close: async () => void db.close(),
  }
}

/** @param {string} url @returns {Promise<Filler>} */
const openPostgres = async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    insert: async (table, rows) => {
      const names = namesOf(rows).join(",")
      const select = `select ${names} from json_populate_recordset(null::${table}, $1)`
      await client.query(`insert into ${table} (${names}) ${select}`, [JSON.stringify(rows)])
    },
    // As autovacuum does within a minute.
    settle: async (table) => void (await client.query(`vacuum analyze ${table}`)),
    close: () => client.end(),
  }
}

/** @param {string} url @returns {Promise<Filler>} */
const openMysql = async (url) => {
  const connection = await mysql.createConnection({ uri: url })
  return {
    insert: async (table, rows) => {
      const names = namesOf(rows)
      const cells = rows.map((row) => names.map((name) => row[name]))
      await connection.query(`insert into ${table} (${names.join(",")}) values ?`, [cells])
    },
    settle: async (table) => void (await connection.query(`analyze table ${table}`)),
    close: () => connection.end(),
  }
}

/** @type {Readonly<Record<Engine, (url: string) => Promise<Filler>>>} */
const openers = { sqlite: openSqlite, postgres: openPostgres, mysql: openMysql }

/**
 * Fills a table of a migrated database, and leaves it as the database does once nothing has been inserted for a while.
 *
 * @param {Engine} engine @param {string} url @param {string} table @param {Iterable<StoredRow>} rows
 * @returns {Promise<number>} how many
 */
export const insertAll = async (engine, url, table, rows) => {
  const { close, insert, settle } = await openers[engine](url)
  /** @type {Array<StoredRow>} */
  let waiting = []
  let count = 0
  const flush = async () => {
    if (waiting.length > 0) await insert(table, waiting)
    count += waiting.length
    waiting = []
  }
  try {
    for (const row of rows) if (waiting.push(row) === batch) await flush()
    await flush()
    await settle(table)
  } finally {
    await close()
  }
  return count
}

/**
 * What a query finds, as the driver gives it.
 *
 * @param {Engine} engine @param {string} url @param {string} query
 * @returns {Promise<ReadonlyArray<Record<string, any>>>}
 */
export const select = async (engine, url, query) => {
  if (engine === "sqlite") {
    const db = new Sqlite(url.slice("sqlite://".length), { readonly: true })
    const rows = /** @type {ReadonlyArray<Record<string, any>>} */ (db.prepare(query).all())
    db.close()
    return rows
  }
  if (engine === "postgres") {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(query)
    await client.end()
    return rows
  }
  const connection = await mysql.createConnection({ uri: url })
  const [rows] = await connection.query(query)
  await connection.end()
  return /** @type {ReadonlyArray<Record<string, any>>} */ (rows)
}
