/** The checker's own reads of a database: fresh connections through the plain drivers, without the service's code. */
import Sqlite from "better-sqlite3"
import { createConnection } from "mysql2/promise"
import { Client } from "pg"

/** A row with every value as text. */
export type StoredRow = Readonly<Record<string, string | null>>

/** All there is in the tables of the service. */
export interface Stored {
  readonly consents: ReadonlyArray<StoredRow>
  readonly subjects: ReadonlyArray<StoredRow>
  readonly decisions: ReadonlyArray<StoredRow>
}

type RawRow = Readonly<Record<string, unknown>>

const sqlitePath = (url: string): string => url.slice("sqlite:".length)

const runOnSqlite = (url: string, statement: string): ReadonlyArray<RawRow> => {
  const database = new Sqlite(sqlitePath(url), { fileMustExist: true, timeout: 5_000 })
  try {
    const prepared = database.prepare<[], RawRow>(statement)
    if (prepared.reader) return prepared.all()
    prepared.run()
    return []
  } finally {
    database.close()
  }
}

const runOnPostgres = async (url: string, statement: string): Promise<ReadonlyArray<RawRow>> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query<RawRow>(statement)).rows
  } finally {
    await client.end()
  }
}

const isRow = (value: unknown): value is RawRow => typeof value === "object" && value !== null

const runOnMysql = async (url: string, statement: string): Promise<ReadonlyArray<RawRow>> => {
  const connection = await createConnection({ uri: url, connectTimeout: 5_000 })
  try {
    const [rows] = await connection.query(statement)
    // A statement that changes something is answered with a header instead.
    const all: ReadonlyArray<unknown> = Array.isArray(rows) ? rows : []
    return all.filter(isRow)
  } finally {
    await connection.end()
  }
}

/** Binary columns hold UTF-8; integers come as numbers, bigints or text, as each driver likes. */
const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : Buffer.isBuffer(value) ? value.toString("utf8") : String(value)

/** Runs one statement on a connection of its own. */
export const run = async (url: string, statement: string): Promise<ReadonlyArray<StoredRow>> => {
  const rows = url.startsWith("sqlite:")
    ? runOnSqlite(url, statement)
    : url.startsWith("postgres:")
      ? await runOnPostgres(url, statement)
      : await runOnMysql(url, statement)
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])))
}

/** Reads all there is. */
export const readStored = async (url: string): Promise<Stored> => ({
  consents: await run(url, "select * from cs_consent order by tenant, id"),
  subjects: await run(url, "select * from cs_subject order by tenant, id"),
  decisions: await run(url, "select * from cs_policy_decision order by tenant, id"),
})

const tableNames = (url: string): string =>
  url.startsWith("sqlite:")
    ? "select name from sqlite_master where type = 'table'"
    : `select table_name as name from information_schema.tables where table_schema = ${
        url.startsWith("postgres:") ? "current_schema()" : "database()"
      }`

/** Every table as it is, whatever tables there are: what was not to be written must be found wherever it went. */
export const dump = async (url: string): Promise<Readonly<Record<string, ReadonlyArray<string>>>> => {
  const tables: Record<string, ReadonlyArray<string>> = {}
  for (const { name } of await run(url, tableNames(url))) {
    if (name?.startsWith("cs_") !== true) continue
    tables[name] = (await run(url, `select * from ${name}`)).map((row) => JSON.stringify(row)).sort()
  }
  return tables
}

/** What the engine itself finds wrong with its file; servers look after theirs themselves. */
export const corruption = async (url: string): Promise<ReadonlyArray<string>> => {
  if (!url.startsWith("sqlite:")) return []
  const integrity = await run(url, "pragma integrity_check")
  const keys = await run(url, "pragma foreign_key_check")
  return [...integrity, ...keys].map((row) => Object.values(row).join(" ")).filter((finding) => finding !== "ok")
}
