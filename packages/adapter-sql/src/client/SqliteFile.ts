/**
 * Clients for SQLite files, from a loaded driver.
 */
import { SqlClient } from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { closeSync, existsSync, fchmodSync, openSync } from "node:fs"
import { dirname } from "node:path"
import { durable, readerPragmas, writerPragmas } from "../statement/SqlitePragmas.js"
import { builtInSqlite, runtimesWithSqlite, type SqliteDriver } from "./BuiltInSqlite.js"
import { DatabaseUnusable } from "./DatabaseUnusable.js"
import { withSoleConnection } from "./SoleConnection.js"
import { withWriterThread } from "./SqliteThreads.js"
import type { SqliteWriterOptions } from "./SqliteWriter.js"

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ")
}

/** Messages by which an installed better-sqlite3 reports that its native part does not load: node-gyp's, Node's, Deno's and Bun's. */
const withoutBinding =
  /bindings file|NODE_MODULE_VERSION|ERR_DLOPEN_FAILED|invalid ELF header|\.node['" ]|native addon|not yet supported in Bun/

const runtimeName = (): string => {
  const { bun, deno, node } = globalThis.process.versions
  if (bun !== undefined) return `Bun ${bun}`
  return deno === undefined ? `Node ${node}` : `Deno ${deno}`
}

const bindingProblem = (): string => {
  const alternative =
    builtInSqlite() === null ? `use ${runtimesWithSqlite}` : "import @consent-service/adapter-sql/node-sqlite instead"
  return `the native part of better-sqlite3 is missing or not built for this runtime (${runtimeName()}); run: npm rebuild better-sqlite3, or ${alternative}`
}

const problemOf = (filename: string, reason: string): string =>
  withoutBinding.test(reason) ? bindingProblem() : `cannot open the SQLite file ${filename}: ${reason}`

const orUnusable = <A>(filename: string, client: Layer.Layer<A, unknown>): Layer.Layer<A, DatabaseUnusable> =>
  Layer.catchAllCause(client, (cause) =>
    Layer.fail(
      new DatabaseUnusable({
        message: problemOf(filename, reasonOf(cause)),
        transient: false,
      }),
    ),
  )

/** Names of databases that are not files. */
const unnamed: ReadonlySet<string> = new Set(["", ":memory:"])

/**
 * Creates a file that only its owner may read and write, whatever the umask. SQLite copies a database's mode to its
 * `-wal` and `-shm` files. An existing file keeps its mode; SQLite reports an invalid path.
 */
const makePrivately = (filename: string): void => {
  if (unnamed.has(filename.trim()) || existsSync(filename)) return
  try {
    const file = openSync(filename, "a", 0o600)
    fchmodSync(file, 0o600)
    closeSync(file)
  } catch {
    // SQLite fails to open it, too, with a better message.
  }
}

const opened = (driver: SqliteDriver, filename: string): Layer.Layer<SqlClient, unknown> =>
  Layer.suspend(() => {
    makePrivately(filename)
    return driver.layer({ filename })
  })

/** The path of better-sqlite3, which is the driver's dependency and not ours; null where it is not found. */
const betterSqlite = (): string | null => {
  // Not an import: webpack replaces what that returns by its own.
  const { createRequire } = globalThis.process.getBuiltinModule("node:module")
  try {
    const driver = createRequire(import.meta.url).resolve("@effect/sql-sqlite-node/package.json")
    return createRequire(driver).resolve("better-sqlite3")
  } catch {
    return null
  }
}

/** How a thread opens the file; null where one connection has to do: without a file, outside of Node, without the driver's path. */
const writerOptions = (driver: SqliteDriver, filename: string): SqliteWriterOptions | null => {
  const { bun, deno } = globalThis.process.versions
  if (unnamed.has(filename.trim()) || bun !== undefined || deno !== undefined) return null
  if (driver.isBuiltIn === true) return { filename, driver: null, pragmas: writerPragmas }
  const path = betterSqlite()
  return path === null ? null : { filename, driver: path, pragmas: writerPragmas }
}

/** A client for a file of which most is read; writes do not block the caller's thread where the runtime allows. */
export const sqliteLayerForServing = (
  driver: SqliteDriver,
  filename: string,
): Layer.Layer<SqlClient, DatabaseUnusable> => {
  const options = writerOptions(driver, filename)
  if (options === null) return sqliteLayer(driver, filename)
  return orUnusable(filename, withWriterThread(opened(driver, filename), options))
}

/** A client for a file; see `layer` of the module `Sqlite`. */
export const sqliteLayer = (driver: SqliteDriver, filename: string): Layer.Layer<SqlClient, DatabaseUnusable> =>
  // Within a transaction, as which a store's first operation may come, the setting could not be changed anymore.
  orUnusable(
    filename,
    Layer.tap(
      withSoleConnection(opened(driver, filename)),
      (context) => Context.get(context, SqlClient).unsafe(durable).unprepared,
    ),
  )

/** Opening would create a missing file in an existing directory. */
const wouldBeMade = (filename: string): boolean => !existsSync(filename) && existsSync(dirname(filename))

/** A client that changes nothing; see `layerForReading` of the module `Sqlite`. */
export const sqliteLayerForReading = (
  driver: SqliteDriver,
  filename: string,
): Layer.Layer<SqlClient, DatabaseUnusable> =>
  orUnusable(
    filename,
    Layer.tap(
      withSoleConnection(driver.layer({ filename: wouldBeMade(filename) ? ":memory:" : filename, disableWAL: true })),
      (context) => Effect.forEach(readerPragmas, (pragma) => Context.get(context, SqlClient).unsafe(pragma).unprepared),
    ),
  )
