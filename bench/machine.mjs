// @ts-check
// What a run was made on.
import { spawnSync } from "node:child_process"
import { availableParallelism, cpus, release, totalmem, type } from "node:os"
import { fileURLToPath } from "node:url"
import Sqlite from "better-sqlite3"
import { adminUrls, openMysql, openPostgres } from "./service/databases.mjs"
import { tolerated } from "./service/quiet.mjs"

/** @param {() => Promise<import("./service/databases.mjs").Admin>} open @param {string} sql */
const versionOf = async (open, sql) => {
  try {
    const admin = await open()
    const [row] = await admin.run(sql)
    await admin.close()
    return String(row.version)
  } catch {
    return "not there"
  }
}

const sqliteVersion = () => {
  const db = new Sqlite(":memory:")
  const version = db.prepare("select sqlite_version()").pluck().get()
  db.close()
  return String(version)
}

/** The commit, and whether something has been changed since. */
const commit = () => {
  const cwd = fileURLToPath(new URL(".", import.meta.url))
  const args = ["--no-optional-locks", "describe", "--always", "--dirty=, changed since"]
  const { status, stdout } = spawnSync("git", args, { cwd, encoding: "utf8" })
  return status === 0 ? stdout.trim() : "not known"
}

/** @returns {Promise<Readonly<Record<string, string>>>} */
export const describeMachine = async () => ({
  date: new Date().toISOString().slice(0, 16).replace("T", " "),
  commit: commit(),
  CPU: cpus()[0]?.model.trim() ?? "not known",
  cores: String(availableParallelism()),
  memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
  kernel: `${type()} ${release()}`,
  "Node.js": process.version,
  SQLite: sqliteVersion(),
  PostgreSQL: await versionOf(
    () => openPostgres(adminUrls.postgres),
    "select split_part(version(), ' on ', 1) as version",
  ),
  MariaDB: await versionOf(() => openMysql(adminUrls.mysql), "select version() as version"),
  "refused above": `${tolerated} cores used by others`,
})
