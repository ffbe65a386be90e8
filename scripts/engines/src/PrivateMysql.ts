/**
 * Starts the installed `mariadbd` (or `mysqld`) on a data folder and a port of its own, and ends it.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { PrivateServer } from "./Engine.js"
import { freePort } from "./FreePort.js"
import { findProgram } from "./Programs.js"
import { until } from "./Until.js"

const execute = promisify(execFile)

const asRoot = process.getuid?.() === 0

// A server that starts removes the temporary tables of every other one that has the same folder for them.
const places = (folder: string) => [`--datadir=${join(folder, "data")}`, `--tmpdir=${folder}`]

// The two products share their options for running, but not for filling an empty data folder.
const initialise = async (server: string, folder: string, user: ReadonlyArray<string>): Promise<void> => {
  const installer = findProgram("mariadb-install-db", "mysql_install_db")
  const options = ["--no-defaults", ...places(folder), ...user]
  if (installer === undefined) return void (await execute(server, [...options, "--initialize-insecure"]))
  await execute(installer, [...options, "--auth-root-authentication-method=normal", "--skip-test-db"])
}

const start = (server: string, folder: string, port: number, options: ReadonlyArray<string>): ChildProcess =>
  spawn(
    server,
    [
      "--no-defaults",
      ...places(folder),
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--socket=${join(folder, "s.sock")}`,
      `--pid-file=${join(folder, "pid")}`,
      // The ledger refuses a server that could lose what it acknowledged; this is what decides.
      "--innodb-flush-log-at-trx-commit=1",
      ...options,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  )

/** Waits until `probe` succeeds; rejects when the server ends first, or does not answer in time. */
const untilReady = async (child: ChildProcess, log: () => string, probe: () => Promise<void>): Promise<void> => {
  const ask = async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended: ${log()}`)
    try {
      await probe()
      return true
    } catch {
      // Not listening yet.
      return undefined
    }
  }
  // A node of a cluster copies the data of another one first.
  await until(ask, { everyMs: 100, forMs: 120_000, failure: () => `the server does not answer: ${log()}` })
}

const end = async (child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill(signal)
  const forced = setTimeout(() => child.kill("SIGKILL"), 10_000)
  await ended
  clearTimeout(forced)
}

/**
 * Starts a private server on a free loopback port. Its root logs in without a password.
 *
 * @param options - further options of the server
 * @param onlyFirst - options of its first start only
 */
export const startPrivateMysql = async (
  probe: (url: string) => Promise<void>,
  options: ReadonlyArray<string> = [],
  onlyFirst: ReadonlyArray<string> = [],
): Promise<PrivateServer> => {
  const server = findProgram("mariadbd", "mysqld")
  if (server === undefined) throw new Error("neither mariadbd nor mysqld is installed")
  const folder = await mkdtemp(join(tmpdir(), "cs-mysql-"))
  // The server refuses to run as root, and its own user must own the folder.
  const user = asRoot ? ["--user=mysql"] : []
  const port = await freePort()
  let log = ""
  const note = (text: string) => void (log = (log + text).slice(-2_000))
  let child: ChildProcess | undefined
  const abandon = () => {
    child?.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  }
  process.once("exit", abandon)
  const stop = async () => {
    if (child !== undefined) await end(child, "SIGTERM")
    process.removeListener("exit", abandon)
    await rm(folder, { recursive: true, force: true })
  }
  const url = `mysql://root@127.0.0.1:${port}/`
  const run = async (further: ReadonlyArray<string> = []): Promise<void> => {
    const started = start(server, folder, port, [...user, ...options, ...further])
    child = started
    started.once("error", (error) => note(error.message))
    started.stderr?.setEncoding("utf8").on("data", note)
    await untilReady(
      started,
      () => log,
      () => probe(url),
    )
  }
  const crash = async () => {
    if (child !== undefined) await end(child, "SIGKILL")
  }
  try {
    if (asRoot) await execute("chown", ["mysql:", folder])
    await initialise(server, folder, user)
    await run(onlyFirst)
    return { url, crash, restart: () => run(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
