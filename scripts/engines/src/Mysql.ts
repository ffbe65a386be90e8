/**
 * MySQL or MariaDB for the tests: the machine's own where root may log in without a password, else a private one from the same
 * installed program (no npm package ships it).
 */
import { createConnection } from "mysql2/promise"
import { namedUrl, type Providers } from "./Choice.js"
import type { PrivateServer, RunningServer } from "./Engine.js"
import { startPrivateMysql } from "./PrivateMysql.js"

/** Runs one administrative statement on a new connection. */
export const mysqlQuery = async (url: string, statement: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const connection = await createConnection({ uri: url, connectTimeout: 5_000 })
  try {
    const [rows] = await connection.query(statement)
    // `create database` answers with a header instead of rows.
    return Array.isArray(rows) ? (rows as ReadonlyArray<Record<string, unknown>>) : []
  } finally {
    await connection.end()
  }
}

const product = (version: string): string =>
  version.includes("MariaDB") ? `MariaDB ${version.split("-")[0]}` : `MySQL ${version}`

const connect = async (url: string, where: string): Promise<RunningServer> => {
  const [row] = await mysqlQuery(url, "select version() as version")
  return { url, description: `${where} (${product(String(row?.["version"]))})`, stop: async () => {} }
}

const named = (url: string): Promise<RunningServer> => {
  const { hostname, port } = new URL(url)
  return connect(url, `named server ${hostname}:${port || "3306"}`)
}

/** Starts a private server, with further options of its own. */
export const startMysql = (options: ReadonlyArray<string> = []): Promise<PrivateServer> =>
  startPrivateMysql(async (url) => void (await mysqlQuery(url, "select 1")), options)

const own = async (): Promise<RunningServer> => {
  const server = await startMysql()
  try {
    const { port } = new URL(server.url)
    return { ...(await connect(server.url, `private server 127.0.0.1:${port}`)), stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

export const mysqlProviders: Providers = {
  named: (env) => named(namedUrl("mysql", env) ?? ""),
  local: () => connect("mysql://root@127.0.0.1:3306/", "local server 127.0.0.1:3306"),
  private: own,
}
