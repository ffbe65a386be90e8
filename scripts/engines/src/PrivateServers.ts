/**
 * Servers that one test starts for itself, to change their settings or their role: never do that to the shared ones.
 *
 * ```ts
 * describeWith("a read-only server", whyNoMysql(), () => {
 *   it("answers 503", async () => {
 *     const { stop, url } = await startMysql()
 *   })
 * })
 * ```
 */
import { describe } from "vitest"
import { isCI } from "./Choice.js"
import { findProgram } from "./Programs.js"

export type { PrivateServer } from "./Engine.js"
export { freePort } from "./FreePort.js"
export {
  type GaleraCluster,
  galeraLibrary,
  type GaleraNode,
  galeraStatus,
  startGaleraCluster,
  startGaleraNode,
  whyNoGalera,
  whyNoGaleraCluster,
} from "./Galera.js"
export { type HaProxy, type ProxiedServer, startHaProxy, whyNoHaProxy } from "./HaProxy.js"
export { mysqlQuery, startMysql } from "./Mysql.js"
export { type PatroniCluster, type PatroniNode, startPatroni, whyNoPatroni } from "./Patroni.js"
export { type PgBouncer, startPgBouncer, whyNoPgBouncer } from "./PgBouncer.js"
export { postgresQuery } from "./Postgres.js"
export { startPrivatePostgres } from "./PrivatePostgres.js"
export { describeClusters, distributedUrl, standInShards, type TestCluster } from "./Citus.js"
export { findProgram } from "./Programs.js"
export { type ReplicatedMysql, startReplicatedMysql, whyNoReplica } from "./ReplicatedMysql.js"
export { type ReplicatedPostgres, startReplicatedPostgres, whyNoStandby } from "./ReplicatedPostgres.js"

/** Why {@link startMysql} cannot work here, or null. */
export const whyNoMysql = (): string | null =>
  findProgram("mariadbd", "mysqld") === undefined ? "neither mariadbd nor mysqld is installed" : null

/**
 * A `describe` that is skipped, with the reason in its name, where something is missing. In CI nothing may be missing.
 *
 * @param missing - why the tests cannot run here, or null
 */
export const describeWith = (title: string, missing: string | null, body: () => void): void => {
  if (missing === null) return void describe(title, body)
  if (isCI(process.env)) throw new Error(`CI must run "${title}", but ${missing}`)
  describe.skip(`${title} (skipped: ${missing})`, body)
}
