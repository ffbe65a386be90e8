/**
 * Creates, lists and drops databases, in the dialect of each server.
 */
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ServerEngine } from "./Engine.js"
import { mysqlQuery } from "./Mysql.js"
import { postgresQuery } from "./Postgres.js"

export interface Admin {
  readonly create: (serverUrl: string, name: string) => Promise<void>
  readonly drop: (serverUrl: string, name: string) => Promise<void>
  readonly list: (serverUrl: string) => Promise<ReadonlyArray<string>>
}

// Names are made here from hexadecimal digits, so quoting them needs no escaping.
const postgres: Admin = {
  create: async (url, name) => void (await postgresQuery(url, `create database "${name}"`)),
  // `force` ends connections that a failed test left open.
  drop: async (url, name) => void (await postgresQuery(url, `drop database if exists "${name}" with (force)`)),
  list: async (url) =>
    (await postgresQuery(url, "select datname as name from pg_database")).map((row) => String(row["name"])),
}

const mysql: Admin = {
  // Only the character set: the server's default collation stays, so that a table which relies on it is caught.
  create: async (url, name) => void (await mysqlQuery(url, `create database \`${name}\` character set utf8mb4`)),
  drop: async (url, name) => void (await mysqlQuery(url, `drop database if exists \`${name}\``)),
  list: async (url) =>
    (await mysqlQuery(url, "select schema_name as name from information_schema.schemata")).map((row) =>
      String(row["name"]),
    ),
}

export const admins: Readonly<Record<ServerEngine, Admin>> = { postgres, mysql }

/** What the names of one run's databases start with. */
export const namePrefix = (run: string): string => `cs_test_${run}_`

/** Where one run's SQLite files live. */
export const sqliteFolder = (run: string): string => join(tmpdir(), namePrefix(run))

/** The same server, another database. */
export const withDatabase = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
