/** Starts PostgreSQL under the installed Patroni, with an etcd of its own, and ends all of it. */
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Daemon, startDaemon } from "./Daemon.js"
import { freePort } from "./FreePort.js"
import { killPostgres } from "./KillPostgres.js"
import { postgresQuery } from "./Postgres.js"
import { postgresOwner, postgresPrograms } from "./PostgresPrograms.js"
import { findProgram } from "./Programs.js"
import { until } from "./Until.js"

/** Why {@link startPatroni} cannot work here, or null. */
export const whyNoPatroni = (): string | null => {
  const missing = ["patroni", "etcd"].filter((program) => findProgram(program) === undefined)
  if (missing.length > 0) return `${missing.join(" and ")} not installed`
  return postgresPrograms() === undefined ? "initdb and pg_basebackup of PostgreSQL are not installed" : null
}

/** One PostgreSQL that Patroni looks after. */
export interface PatroniNode {
  readonly url: string
  readonly port: number
  /** The port of Patroni's own HTTP interface: `/primary` answers 200 on the primary. */
  readonly restPort: number
  /** Kills Patroni and every process of its PostgreSQL, as when the machine is gone. */
  readonly crash: () => Promise<void>
  /** Starts Patroni again on the same data. */
  readonly restart: () => void
}

/** Three nodes, known to one test: with two, commits would wait while either is gone. */
export interface PatroniCluster {
  readonly nodes: ReadonlyArray<PatroniNode>
  /** The node that is the primary, once there is one. */
  readonly primary: () => Promise<PatroniNode>
  /** Resolves when all other nodes follow the primary, and one of them has all that it acknowledges. */
  readonly complete: () => Promise<void>
  readonly stop: () => Promise<void>
}

const patienceMs = 120_000

/** The least that Patroni allows: a primary that is gone is replaced within about 20 seconds. */
const timing = { ttl: 20, loop_wait: 1, retry_timeout: 3 }

const parameters = {
  max_connections: 50,
  wal_log_hints: "on",
  // After a promotion commits wait until the third node follows the new primary; by default it looks for it every five seconds.
  wal_retrieve_retry_interval: "500ms",
}

interface Place {
  readonly name: string
  readonly folder: string
  readonly etcdPort: number
  readonly port: number
  readonly restPort: number
}

/** Patroni reads YAML, and JSON is YAML. */
const settings = ({ etcdPort, folder, name, port, restPort }: Place): string =>
  JSON.stringify({
    scope: "consent",
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...timing,
        // A commit waits for the standby, also while there is none.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters },
      },
      initdb: [{ encoding: "UTF8" }, { auth: "trust" }, "no-sync"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, name),
      bin_dir: postgresPrograms(),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: { username: "postgres" }, replication: { username: "postgres" } },
      parameters: { unix_socket_directories: folder },
    },
    watchdog: { mode: "off" },
  })

const answers = async (port: number, path: string): Promise<boolean> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

const makeNode = ({ folder, name, port, restPort }: Place, user: Awaited<ReturnType<typeof postgresOwner>>) => {
  const start = (): Daemon => startDaemon("patroni", [join(folder, `${name}.json`)], { cwd: folder, ...user })
  let daemon = start()
  const crash = async () => {
    await daemon.kill()
    await killPostgres(join(folder, name))
  }
  const restart = () => void (daemon = start())
  const node: PatroniNode = { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, restPort, crash, restart }
  // Checks by HTTP that are cut off leave a trace of the stack, whose lines have no time.
  const log = () => {
    const dated = daemon
      .log()
      .split("\n")
      .filter((line) => /^\d{4}-/.test(line))
    return dated.map((line) => `\n${name}: ${line}`).join("")
  }
  return { node, log }
}

export const startPatroni = async (): Promise<PatroniCluster> => {
  const user = await postgresOwner()
  const folder = await mkdtemp(join(tmpdir(), "cs-patroni-"))
  await chmod(folder, 0o755)
  if (user !== null) await chown(folder, user.uid, user.gid)
  await mkdir(join(folder, "etcd"))
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const [clients, peers] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  const etcd = startDaemon(
    "etcd",
    [
      ["--data-dir", join(folder, "etcd"), "--name", "default"],
      ["--listen-client-urls", clients, "--advertise-client-urls", clients],
      ["--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers],
      ["--initial-cluster", `default=${peers}`, "--log-level", "error"],
    ].flat(),
  )
  const made: Array<ReturnType<typeof makeNode>> = []
  const stop = async () => {
    for (const { node } of made) await node.crash()
    await etcd.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  const add = async (name: string) => {
    const place = { name, folder, etcdPort, port: await freePort(), restPort: await freePort() }
    await writeFile(join(folder, `${name}.json`), settings(place))
    made.push(makeNode(place, user))
  }
  const untilIt = <A>(problem: string, ask: () => Promise<A | undefined>) =>
    until(ask, {
      everyMs: 50,
      forMs: patienceMs,
      failure: () => `${problem}: ${made.map(({ log }) => log()).join("")}`,
    })
  const nodeThat = async (role: string) => {
    for (const { node } of made) if (await answers(node.restPort, `/${role}`)) return node
    return undefined
  }
  const primary = () => untilIt("no node is the primary", () => nodeThat("primary"))
  // The interface tells what was agreed on, which a standby may not have come to yet.
  const areFollowing = async () => {
    const leader = await nodeThat("primary")
    if (leader === undefined || (await nodeThat("synchronous")) === undefined) return undefined
    const following = "select sync_state from pg_stat_replication where state = 'streaming'"
    const states = (await postgresQuery(leader.url, following).catch(() => [])).map((row) => row["sync_state"])
    return (states.length === made.length - 1 && states.includes("sync")) || undefined
  }
  const complete = async () => void (await untilIt("not every node follows the primary", areFollowing))
  try {
    await untilIt("etcd does not answer", async () => (await answers(etcdPort, "/health")) || undefined)
    await add("one")
    await primary()
    await add("two")
    await add("three")
    await complete()
    return { nodes: made.map(({ node }) => node), primary, complete, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
