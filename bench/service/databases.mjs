// @ts-check
// Private databases, dropped when the run ends. An engine without a server is left out, and the table says so.
import { mkdtempSync, rmSync } from "node:fs"
import mysql from "mysql2/promise"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"

/** @typedef {"sqlite" | "postgres" | "mysql"} Engine */

export const adminUrls = {
  postgres: process.env["CONSENT_BENCH_POSTGRES_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres",
  mysql: process.env["CONSENT_BENCH_MYSQL_URL"] ?? "mysql://root@127.0.0.1:3306/test",
}

/** @typedef {{ run: (sql: string) => Promise<ReadonlyArray<any>>, close: () => Promise<void> }} Admin */

/** @param {string} url @returns {Promise<Admin>} */
export const openPostgres = async (url) => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  return { run: async (sql) => (await client.query(sql)).rows, close: () => client.end() }
}

/** @param {string} url @returns {Promise<Admin>} */
export const openMysql = async (url) => {
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 2_000 })
  const run = async (/** @type {string} */ sql) => {
    const [rows] = await connection.query(sql)
    return Array.isArray(rows) ? rows : []
  }
  return { run, close: () => connection.end() }
}

/** @param {string} url @param {string} name */
const inDatabase = (url, name) => Object.assign(new URL(url), { pathname: `/${name}` }).href

export const openDatabases = async () => {
  const folder = mkdtempSync(join(tmpdir(), "consent-bench-"))
  /** @type {Array<string>} */
  const missing = []
  const admin = async (/** @type {"postgres" | "mysql"} */ engine) => {
    try {
      return await (engine === "postgres" ? openPostgres : openMysql)(adminUrls[engine])
    } catch (error) {
      missing.push(`${engine}: no server at ${new URL(adminUrls[engine]).host} (${error})`)
      return null
    }
  }
  const admins = { postgres: await admin("postgres"), mysql: await admin("mysql") }
  /** @type {Array<() => Promise<unknown>>} */
  const drops = []
  let made = 0

  /** @param {Engine} engine @param {string} name @returns {Promise<string>} the database's URL */
  const newDatabase = async (engine, name) => {
    made += 1
    const unique = `cs_bench_${process.pid}_${made}_${name}`
    if (engine === "sqlite") return `sqlite://${join(folder, `${unique}.db`)}`
    await admins[engine]?.run(`create database ${unique}`)
    drops.push(async () =>
      admins[engine]?.run(`drop database ${unique}${engine === "postgres" ? " with (force)" : ""}`),
    )
    return inDatabase(adminUrls[engine], unique)
  }

  const close = async () => {
    for (const drop of drops) await drop()
    for (const each of Object.values(admins)) await each?.close()
    rmSync(folder, { recursive: true })
  }

  /** @type {ReadonlyArray<Engine>} */
  const engines = [
    "sqlite",
    ...(admins.postgres ? [/** @type {const} */ ("postgres")] : []),
    ...(admins.mysql ? [/** @type {const} */ ("mysql")] : []),
  ]
  return { folder, engines, missing, newDatabase, close }
}
