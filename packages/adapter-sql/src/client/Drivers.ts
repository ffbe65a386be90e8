/**
 * The database drivers, which are optional peer dependencies.
 *
 * Each import is in a `try`, where bundlers accept a package that is not installed.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { builtInSqlite, runtimesWithSqlite, type SqliteDriver } from "./BuiltInSqlite.js"
import { DatabaseUnusable } from "./DatabaseUnusable.js"

/** The modules of `@effect/sql-pg` and `@effect/sql-mysql2`. */
export type PgDriver = typeof import("@effect/sql-pg/PgClient")
export type MysqlDriver = typeof import("@effect/sql-mysql2/MysqlClient")

/**
 * The version of the drivers for Effect 3: without a version npm installs the latest, which is for
 * Effect 4. A test compares it with the peer dependencies.
 */
export const driverVersion = "0.53"

/** @param name - of a driver, or of a package that a driver needs and that has a separate version */
const installCommand = (name: string): string =>
  `npm install ${name.startsWith("@effect/sql-") ? `${name}@${driverVersion}` : name}`

const missingPackage = (reason: string): string | null =>
  /Cannot find (?:package|module) '((?:@[^/']+\/)?[^/']+)/.exec(reason)?.[1] ?? null

/** The problem of a driver that does not load, in one line with the command that fixes it. */
export const driverProblem = (driver: string, error: unknown): DatabaseUnusable => {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ")
  const missing = missingPackage(reason)
  const message =
    missing === null
      ? `the database driver ${driver} does not load: ${reason}; run: ${installCommand(driver)}`
      : `the database needs the package ${missing}, which is not installed; run: ${installCommand(missing)}`
  return new DatabaseUnusable({ message, transient: false })
}

const importSqlite = async (): Promise<SqliteDriver> => {
  try {
    return await import("@effect/sql-sqlite-node/SqliteClient")
  } catch (error) {
    const { message } = driverProblem("@effect/sql-sqlite-node", error)
    throw new DatabaseUnusable({ message: `${message}, or use ${runtimesWithSqlite}`, transient: false })
  }
}

/** Whether the driver can open a database: the native part of better-sqlite3 may be missing, or built for another runtime. */
const opensMemory = async (driver: SqliteDriver): Promise<boolean> =>
  Exit.isSuccess(await Effect.runPromiseExit(Effect.scoped(Layer.build(driver.layer({ filename: ":memory:" })))))

/**
 * Loads the driver of SQLite: `@effect/sql-sqlite-node` where it is installed and opens a database, else the runtime's own
 * SQLite; rejects with `DatabaseUnusable` where there is neither.
 */
export const loadSqlite = async (): Promise<SqliteDriver> => {
  const builtIn = builtInSqlite()
  if (builtIn === null) return importSqlite()
  const installed = await importSqlite().catch(() => builtIn)
  return (await opensMemory(installed)) ? installed : builtIn
}

/** Loads the driver of PostgreSQL; rejects with `DatabaseUnusable`. */
export const loadPg = async (): Promise<PgDriver> => {
  try {
    return await import("@effect/sql-pg/PgClient")
  } catch (error) {
    throw driverProblem("@effect/sql-pg", error)
  }
}

/** Loads the driver of MySQL and MariaDB; rejects with `DatabaseUnusable`. */
export const loadMysql = async (): Promise<MysqlDriver> => {
  try {
    return await import("@effect/sql-mysql2/MysqlClient")
  } catch (error) {
    throw driverProblem("@effect/sql-mysql2", error)
  }
}
