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
import { existsSync } from "node:fs"
import { describe } from "vitest"
import { isCI } from "./Choice.js"
import { findProgram } from "./Programs.js"

export type { PrivateServer } from "./Engine.js"
export { freePort } from "./FreePort.js"
export { mysqlQuery, startMysql } from "./Mysql.js"
export { type PgBouncer, startPgBouncer, whyNoPgBouncer } from "./PgBouncer.js"
export { postgresQuery } from "./Postgres.js"
export { startPrivatePostgres } from "./PrivatePostgres.js"
export { findProgram } from "./Programs.js"
export { type ReplicatedPostgres, startReplicatedPostgres, whyNoStandby } from "./ReplicatedPostgres.js"

/** Why {@link startMysql} cannot work here, or null. */
export const whyNoMysql = (): string | null =>
  findProgram("mariadbd", "mysqld") === undefined ? "neither mariadbd nor mysqld is installed" : null

const galeraLibraries = ["/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so"]

/** The library that makes a MariaDB server a Galera node, if it is installed. */
export const galeraLibrary = (): string | undefined => galeraLibraries.find((path) => existsSync(path))

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
