/** Starts an installed MariaDB with a semi-synchronous replica, each on a data folder and a port of its own, and ends them. */
import type { PrivateServer } from "./Engine.js"
import { mysqlQuery, startMysql } from "./Mysql.js"
import { findProgram } from "./Programs.js"
import { until } from "./Until.js"

/** Why {@link startReplicatedMysql} cannot work here, or null: MySQL names its options and statements differently. */
export const whyNoReplica = (): string | null =>
  findProgram("mariadbd") === undefined ? "mariadbd is not installed" : null

/** A primary and its replica, known to one test. */
export interface ReplicatedMysql {
  /** The primary's administrator. */
  readonly url: string
  readonly standbyUrl: string
  /** Ends the primary without a shutdown. */
  readonly crashPrimary: () => Promise<void>
  /** The replica applies what it has received, and becomes a primary. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A commit is acknowledged after the replica has received it, however long that takes. */
const lossless = [
  "--rpl-semi-sync-master-enabled=ON",
  "--rpl-semi-sync-master-wait-point=AFTER_SYNC",
  "--rpl-semi-sync-master-timeout=3600000",
]

const withBinaryLog = (id: number) => [
  `--server-id=${id}`,
  "--log-bin=binary",
  "--sync-binlog=1",
  "--gtid-strict-mode=ON",
]

const statusOf = async (url: string): Promise<Readonly<Record<string, unknown>>> =>
  (await mysqlQuery(url, "show slave status"))[0] ?? {}

/** Waits until the replica has come to something. */
const untilIt = (holds: () => Promise<boolean>): Promise<true> =>
  until(async () => (await holds()) || undefined, {
    everyMs: 50,
    forMs: 30_000,
    failure: () => "the replica did not get there",
  })

/** Follows the primary from its first transaction on. */
const follow = async (primaryUrl: string, replicaUrl: string): Promise<void> => {
  const { port } = new URL(primaryUrl)
  const from = `master_host='127.0.0.1', master_port=${port}, master_user='root', master_use_gtid=slave_pos`
  await mysqlQuery(replicaUrl, `change master to ${from}`)
  await mysqlQuery(replicaUrl, "start slave")
  await untilIt(async () => {
    const [client] = await mysqlQuery(primaryUrl, "show status like 'Rpl_semi_sync_master_clients'")
    return client?.["Value"] === "1"
  })
}

export const startReplicatedMysql = async (): Promise<ReplicatedMysql> => {
  const started: Array<PrivateServer> = []
  const stop = async () => {
    for (const server of started.splice(0)) await server.stop()
  }
  const start = async (options: ReadonlyArray<string>): Promise<PrivateServer> => {
    const server = await startMysql(options)
    started.push(server)
    return server
  }
  try {
    const primary = await start([...withBinaryLog(1), ...lossless])
    const replica = await start([
      ...withBinaryLog(2),
      "--log-slave-updates=ON",
      "--read-only=ON",
      "--rpl-semi-sync-slave-enabled=ON",
    ])
    await follow(primary.url, replica.url)
    const promote = async () => {
      await mysqlQuery(replica.url, "stop slave io_thread")
      await untilIt(async () => {
        const { Slave_SQL_Running_State: state } = await statusOf(replica.url)
        return String(state).includes("has read all relay log")
      })
      await mysqlQuery(replica.url, "stop slave")
      await mysqlQuery(replica.url, "reset slave all")
      await mysqlQuery(replica.url, "set global read_only = off")
    }
    return { url: primary.url, standbyUrl: replica.url, crashPrimary: primary.crash, promote, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
