/** Starts the installed `pgbouncer` in transaction mode, in front of a PostgreSQL server. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startDaemon } from "./Daemon.js"
import { freePort } from "./FreePort.js"
import { postgresQuery } from "./Postgres.js"
import { findProgram } from "./Programs.js"
import { until } from "./Until.js"

/** A PgBouncer that belongs to one test. */
export interface PgBouncer {
  /** The same database through PgBouncer, as our guide says to write it. */
  readonly through: (databaseUrl: string) => string
  readonly stop: () => Promise<void>
}

/** Why {@link startPgBouncer} cannot work here, or null. */
export const whyNoPgBouncer = (): string | null =>
  findProgram("pgbouncer") === undefined ? "pgbouncer is not installed" : null

/** The defaults, except for what is needed to run without system files. */
const settings = (server: URL, port: number): string => `
[databases]
* = host=${server.hostname} port=${server.port || "5432"} user=${server.username} ${
  server.password === "" ? "" : `password=${server.password}`
}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
`

/** @param serverUrl - names an administrator, as whom every client is logged in */
export const startPgBouncer = async (serverUrl: string): Promise<PgBouncer> => {
  const server = new URL(serverUrl)
  const folder = await mkdtemp(join(tmpdir(), "cs-pgbouncer-"))
  const file = join(folder, "pgbouncer.ini")
  const port = await freePort()
  await writeFile(file, settings(server, port))
  // It refuses to run as root, and its own user must be able to read the file.
  await chmod(folder, 0o755)
  const user = process.getuid?.() === 0 ? ["--user=nobody"] : []
  const daemon = startDaemon("pgbouncer", ["--quiet", ...user, file])
  const stop = async () => {
    await daemon.kill()
    await rm(folder, { recursive: true, force: true })
  }
  const through = (databaseUrl: string): string => {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${port}`
    url.search = "?statement_timeout=0"
    return url.href
  }
  const direct = new URL(through(serverUrl))
  direct.search = ""
  const answers = async () => {
    try {
      await postgresQuery(direct.href, "select 1")
      return true
    } catch {
      // Not listening yet.
      return undefined
    }
  }
  try {
    await until(answers, { everyMs: 50, forMs: 10_000, failure: () => `pgbouncer does not answer: ${daemon.log()}` })
    return { through, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
