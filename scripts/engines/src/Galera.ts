/** Starts the nodes of a Galera cluster, each on a data folder and ports of its own, and ends them. */
import { existsSync } from "node:fs"
import type { PrivateServer } from "./Engine.js"
import { freePort } from "./FreePort.js"
import { mysqlQuery } from "./Mysql.js"
import { startPrivateMysql } from "./PrivateMysql.js"
import { findProgram } from "./Programs.js"
import { until } from "./Until.js"

const libraries = ["/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so"]

/** The library that makes a MariaDB server a Galera node, if it is installed. */
export const galeraLibrary = (): string | undefined => libraries.find((path) => existsSync(path))

/** Why no Galera node can be started here, or null. */
export const whyNoGalera = (): string | null => {
  if (findProgram("mariadbd") === undefined) return "mariadbd is not installed"
  return galeraLibrary() === undefined ? "the Galera library (Debian package galera-4) is not installed" : null
}

/** Why no second Galera node can join a first one here, or null: it copies the data with these programs. */
export const whyNoGaleraCluster = (): string | null => {
  const missing = ["rsync", "lsof"].filter((program) => findProgram(program) === undefined)
  return whyNoGalera() ?? (missing.length === 0 ? null : `${missing.join(" and ")} not installed`)
}

/** One node, known to one test. It counts as started when it serves statements: it accepts connections earlier. */
export interface GaleraNode extends PrivateServer {
  /** Where other nodes join. */
  readonly port: number
}

const serves = async (url: string): Promise<void> => void (await mysqlQuery(url, "select 1 from mysql.user"))

/** @param members - the ports of the nodes that it looks for, its own among them or not @param isFirst - whether it begins the cluster */
const startMember = async (port: number, members: ReadonlyArray<number>, isFirst: boolean): Promise<GaleraNode> => {
  const [transferPort, catchUpPort] = [await freePort(), await freePort()]
  const options = [
    "--binlog-format=ROW",
    "--innodb-autoinc-lock-mode=2",
    // All of it is copied to a node that joins.
    "--innodb-log-file-size=16M",
    "--wsrep-on=ON",
    `--wsrep-provider=${galeraLibrary()}`,
    `--wsrep-cluster-address=gcomm://${members.map((member) => `127.0.0.1:${member}`).join(",")}`,
    "--wsrep-node-address=127.0.0.1",
    "--wsrep-sst-method=rsync",
    `--wsrep-sst-receive-address=127.0.0.1:${transferPort}`,
    `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${port};ist.recv_addr=127.0.0.1:${catchUpPort}`,
  ]
  // Started again, the first node joins the others like any node.
  return { ...(await startPrivateMysql(serves, options, isFirst ? ["--wsrep-new-cluster"] : [])), port }
}

/** @param join - the port of an existing node, or null for the first node of a cluster, which must not be restarted */
export const startGaleraNode = async (join: number | null): Promise<GaleraNode> => {
  const port = await freePort()
  return startMember(port, [join ?? port], join === null)
}

/** A cluster, known to one test. */
export interface GaleraCluster {
  /** Each may be killed and started again, while another one lives. */
  readonly nodes: ReadonlyArray<GaleraNode>
  /** Resolves when every node is in the cluster and has applied what any of them has committed. */
  readonly agreed: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A number of a node's status. */
export const galeraStatus = async ({ url }: GaleraNode, name: string): Promise<string> =>
  String((await mysqlQuery(url, `show global status like '${name}'`))[0]?.["Value"])

const agree = async (nodes: ReadonlyArray<GaleraNode>): Promise<true | undefined> => {
  const positions = new Set<string>()
  for (const node of nodes) {
    const state = [
      await galeraStatus(node, "wsrep_cluster_size"),
      await galeraStatus(node, "wsrep_local_state_comment"),
    ]
    if (state.join(" ") !== `${nodes.length} Synced`) return undefined
    positions.add(await galeraStatus(node, "wsrep_last_committed"))
  }
  return positions.size === 1 || undefined
}

/** Starts a cluster of that many nodes, which all look for each other. */
export const startGaleraCluster = async (size: number): Promise<GaleraCluster> => {
  const nodes: Array<GaleraNode> = []
  const stop = async () => {
    for (const node of nodes.splice(0)) await node.stop()
  }
  const failure = () => "the nodes do not agree"
  const agreed = async () =>
    void (await until(() => agree(nodes).catch(() => undefined), { everyMs: 100, forMs: 60_000, failure }))
  try {
    const ports: Array<number> = []
    while (ports.length < size) ports.push(await freePort())
    for (const port of ports) nodes.push(await startMember(port, ports, nodes.length === 0))
    await agreed()
    return { nodes: [...nodes], agreed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
