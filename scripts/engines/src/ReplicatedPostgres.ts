/** Starts an installed PostgreSQL with a streaming standby, each on a data folder and a port of its own, and ends them. */
import { execFile } from "node:child_process"
import { appendFile, chmod, chown, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { freePort } from "./FreePort.js"
import { postgresQuery } from "./Postgres.js"
import { postgresOwner, postgresPrograms } from "./PostgresPrograms.js"

const run = promisify(execFile)

/** Why {@link startReplicatedPostgres} cannot work here, or null. */
export const whyNoStandby = (): string | null =>
  postgresPrograms() === undefined ? "initdb and pg_basebackup of PostgreSQL are not installed" : null

/** A primary and its standby, known to one test. */
export interface ReplicatedPostgres {
  /** The primary's administrator and database. */
  readonly url: string
  readonly standbyUrl: string
  /** The standby receives, and shows nothing new until it resumes. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** Resolves when the standby shows all that the primary has written by now. */
  readonly caughtUp: () => Promise<void>
  readonly stopStandby: () => Promise<void>
  readonly startStandby: () => Promise<void>
  /** Ends the primary without a shutdown. */
  readonly crashPrimary: () => Promise<void>
  /** The standby becomes a primary. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param synchronous - whether the primary waits for its standby */
export const startReplicatedPostgres = async (synchronous = false): Promise<ReplicatedPostgres> => {
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error("initdb and pg_basebackup of PostgreSQL are not installed")
  const user = await postgresOwner()
  const folder = await mkdtemp(join(tmpdir(), "cs-standby-"))
  await chmod(folder, 0o755)
  if (user !== null) await chown(folder, user.uid, user.gid)
  const call = (name: string, args: ReadonlyArray<string>) =>
    run(join(programs, name), args, { cwd: folder, ...user, timeout: 120_000 })
  const [primary, standby] = [join(folder, "primary"), join(folder, "standby")]
  const [port, standbyPort] = [await freePort(), await freePort()]
  const urlOf = (of: number) => `postgres://postgres@127.0.0.1:${of}/postgres`
  const start = (data: string) => call("pg_ctl", ["start", "-w", "-t", "60", "-D", data, "-l", `${data}.log`])
  const end = (data: string) => call("pg_ctl", ["stop", "-w", "-m", "immediate", "-D", data]).catch(() => undefined)
  const configure = (data: string, on: number) =>
    appendFile(
      join(data, "postgresql.conf"),
      `\nlisten_addresses = '127.0.0.1'\nport = ${on}\nunix_socket_directories = ''\nmax_connections = 50\n`,
    )
  const stop = async () => {
    await end(standby)
    await end(primary)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await call("initdb", ["-D", primary, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"])
    await configure(primary, port)
    await start(primary)
    const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`
    await call("pg_basebackup", [
      "-D",
      standby,
      "-d",
      source,
      "--write-recovery-conf",
      "--checkpoint=fast",
      "--no-sync",
    ])
    await configure(standby, standbyPort)
    await start(standby)
    if (synchronous) {
      await postgresQuery(urlOf(port), "alter system set synchronous_standby_names = 'standby'")
      await postgresQuery(urlOf(port), "select pg_reload_conf()")
    }
    const onStandby = (statement: string) => postgresQuery(urlOf(standbyPort), statement)
    const caughtUp = async () => {
      const [row] = await postgresQuery(urlOf(port), "select pg_current_wal_lsn()::text as lsn")
      const reached = `select pg_last_wal_replay_lsn() >= '${String(row?.["lsn"])}'::pg_lsn as reached`
      while ((await onStandby(reached))[0]?.["reached"] !== true) await sleep(20)
    }
    return {
      url: urlOf(port),
      standbyUrl: urlOf(standbyPort),
      pause: async () => void (await onStandby("select pg_wal_replay_pause()")),
      resume: async () => void (await onStandby("select pg_wal_replay_resume()")),
      caughtUp,
      stopStandby: async () => void (await end(standby)),
      startStandby: async () => void (await start(standby)),
      crashPrimary: () => end(primary).then(() => undefined),
      promote: async () => void (await call("pg_ctl", ["promote", "-w", "-D", standby])),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
