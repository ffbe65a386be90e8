/** Finds the installed programs of PostgreSQL, and whom they may run as. */
import { execFile } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { findProgram } from "./Programs.js"

const run = promisify(execFile)

/** Debian installs the programs of each version in a folder of its own. */
const debianFolder = "/usr/lib/postgresql"

/** The folder with `initdb`, `pg_ctl` and `pg_basebackup`, if they are installed. */
export const postgresPrograms = (): string | undefined => {
  const installed = findProgram("pg_basebackup")
  if (installed !== undefined && existsSync(join(installed, "..", "initdb"))) return join(installed, "..")
  if (!existsSync(debianFolder)) return undefined
  const versions = readdirSync(debianFolder).toSorted((one, other) => Number(other) - Number(one))
  return versions
    .map((version) => join(debianFolder, version, "bin"))
    .find((folder) => ["initdb", "pg_ctl", "pg_basebackup"].every((name) => existsSync(join(folder, name))))
}

/** Whom to run it as, or null for oneself: PostgreSQL refuses to run as root. */
export const postgresOwner = async (): Promise<{ readonly uid: number; readonly gid: number } | null> => {
  if (process.getuid?.() !== 0) return null
  const idOf = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout)
  return { uid: await idOf("-u"), gid: await idOf("-g") }
}
