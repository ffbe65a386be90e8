/**
 * SQLite, through better-sqlite3. Preferably one process writes to a file; several can, but wait for each other.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import type * as Layer from "effect/Layer"
import { sqliteLayer, sqliteLayerForReading } from "./client/SqliteFile.js"
import type { DatabaseUnusable } from "./client/DatabaseUnusable.js"

/**
 * A client for a file, or for `:memory:`. A missing file is created with mode 0600. The ledger and the
 * migrations set the connection's durability themselves.
 *
 * Fails when the file cannot be opened: its directory is missing, it may not be read or written, it is no database.
 *
 * @example
 * ```ts
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 * import * as Sqlite from "@consent-service/adapter-sql/sqlite"
 * import * as Layer from "effect/Layer"
 *
 * const stores = SqlStores.layer().pipe(Layer.provide(Sqlite.layer("./consent.db")))
 * ```
 */
export const layer = (filename: string): Layer.Layer<SqlClient, DatabaseUnusable> => sqliteLayer(SqliteClient, filename)

/**
 * A read-only client: every write fails, and a missing file reads as an empty database
 * and is not created. Not SQLite's read-only mode, which leaves files of a WAL database's connection behind.
 *
 * @example
 * ```ts
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 * import * as Sqlite from "@consent-service/adapter-sql/sqlite"
 * import * as Layer from "effect/Layer"
 *
 * const stores = SqlStores.layer().pipe(Layer.provide(Sqlite.layerForReading("./consent.db")))
 * ```
 */
export const layerForReading = (filename: string): Layer.Layer<SqlClient, DatabaseUnusable> =>
  sqliteLayerForReading(SqliteClient, filename)
