/**
 * SQLite, through the runtime's own `node:sqlite`: Node 22.16 and newer, Bun and Deno. A URL uses it where
 * `@effect/sql-sqlite-node` is not installed; these layers always use it.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Layer from "effect/Layer"
import { builtInSqlite, runtimesWithSqlite, type SqliteDriver } from "./client/BuiltInSqlite.js"
import { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import { sqliteLayer, sqliteLayerForReading } from "./client/SqliteFile.js"

const unavailable = new DatabaseUnusable({
  message: `this runtime has no node:sqlite; use ${runtimesWithSqlite}`,
  transient: false,
})

const withBuiltIn = (use: (driver: SqliteDriver) => Layer.Layer<SqlClient, DatabaseUnusable>) =>
  Layer.suspend(() => {
    const driver = builtInSqlite()
    return driver === null ? Layer.fail(unavailable) : use(driver)
  })

/**
 * A client for a file, or for `:memory:`, as `layer` of the module `Sqlite` makes it.
 *
 * @example
 * ```ts
 * import * as NodeSqlite from "@consent-service/adapter-sql/node-sqlite"
 *
 * const client = NodeSqlite.layer("./consent.db")
 * ```
 */
export const layer = (filename: string): Layer.Layer<SqlClient, DatabaseUnusable> =>
  withBuiltIn((driver) => sqliteLayer(driver, filename))

/**
 * A client that changes nothing, like `layerForReading` of the module `Sqlite`.
 *
 * @example
 * ```ts
 * import * as NodeSqlite from "@consent-service/adapter-sql/node-sqlite"
 *
 * const client = NodeSqlite.layerForReading("./consent.db")
 * ```
 */
export const layerForReading = (filename: string): Layer.Layer<SqlClient, DatabaseUnusable> =>
  withBuiltIn((driver) => sqliteLayerForReading(driver, filename))
