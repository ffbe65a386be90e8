/** Starts the nodes of a Galera cluster, each on a data folder and ports of its own, and ends them. */
import { existsSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import type { PrivateServer } from "./Engine.js"
import { freePort } from "./FreePort.js"
import { mysqlQuery, startMysql } from "./Mysql.js"
import { findProgram } from "./Programs.js"

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

/** One node, known to one test. */
export interface GaleraNode extends PrivateServer {
  /** Where other nodes join. */
  readonly port: number
  /** Resolves when it serves statements, which is later than that it accepts connections. */
  readonly ready: () => Promise<void>
}

/** @param join - the port of an existing node, or null for the first node of a cluster, which must not be restarted */
export const startGaleraNode = async (join: number | null): Promise<GaleraNode> => {
  const [port, transferPort, catchUpPort] = [await freePort(), await freePort(), await freePort()]
  const server = await startMysql([
    "--binlog-format=ROW",
    "--innodb-autoinc-lock-mode=2",
    // All of it is copied to a node that joins.
    "--innodb-log-file-size=16M",
    "--wsrep-on=ON",
    `--wsrep-provider=${galeraLibrary()}`,
    `--wsrep-cluster-address=gcomm://${join === null ? "" : `127.0.0.1:${join}`}`,
    "--wsrep-node-address=127.0.0.1",
    "--wsrep-sst-method=rsync",
    `--wsrep-sst-receive-address=127.0.0.1:${transferPort}`,
    `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${port};ist.recv_addr=127.0.0.1:${catchUpPort}`,
  ])
  const ready = async (): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return void (await mysqlQuery(server.url, "select 1 from mysql.user"))
      } catch (error) {
        if (attempt === 300) throw error
        await sleep(200)
      }
    }
  }
  try {
    await ready()
  } catch (error) {
    await server.stop()
    throw error
  }
  return { ...server, port, ready }
}
