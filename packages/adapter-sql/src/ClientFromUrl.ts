/**
 * The `@effect/sql` client of the database that a URL names. The driver is loaded when the client is opened.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { loadMysql, loadPg, loadSqlite } from "./client/Drivers.js"
import { mysqlLayer } from "./client/MysqlServer.js"
import { pgLayer } from "./client/PgServer.js"
import { sqliteLayer, sqliteLayerForReading, sqliteLayerForServing } from "./client/SqliteFile.js"
import { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import { DatabaseUrl, parseDatabaseUrl } from "./DatabaseUrl.js"

type ClientLayer = Layer.Layer<SqlClient, DatabaseUnusable>

const unusable = (message: string): DatabaseUnusable => new DatabaseUnusable({ message, transient: false })

const loading = <A>(load: () => Promise<A>, use: (driver: A) => ClientLayer): ClientLayer =>
  Layer.unwrapEffect(
    Effect.tryPromise({
      try: load,
      catch: (error) => (error instanceof DatabaseUnusable ? error : unusable(String(error))),
    }).pipe(Effect.map(use)),
  )

/**
 * The purpose of a client. One for reading writes nothing, and creates no SQLite file. One for serving answers others while
 * it writes: on SQLite it writes in a thread of its own.
 */
export type Purpose = "reading" | "writing" | "serving"

const sqliteLayers = { reading: sqliteLayerForReading, writing: sqliteLayer, serving: sqliteLayerForServing }

const layerOf = (purpose: Purpose) =>
  DatabaseUrl.$match({
    Sqlite: ({ filename }) => loading(loadSqlite, (driver) => sqliteLayers[purpose](driver, filename)),
    Postgres: ({ distribution, url }) => loading(loadPg, (driver) => pgLayer(driver, url, { distribution })),
    Mysql: ({ url }) => loading(loadMysql, (driver) => mysqlLayer(driver, url)),
  })

/**
 * A client for `sqlite:<file>`, `postgres://…` or `mysql://…`. The parameter `distribution=citus` of a PostgreSQL URL is for the
 * coordinator of a Citus cluster, whose support is experimental.
 *
 * Fails with `DatabaseUnusable` for a URL that names no database, and for a driver that is not installed, naming the
 * package to install.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
 * import * as Layer from "effect/Layer"
 *
 * const stores = SqlStores.layer().pipe(Layer.provide(clientFromUrl("sqlite:./consent.db")))
 * ```
 */
export const clientFromUrl = (url: string, purpose: Purpose = "writing"): ClientLayer =>
  Either.match(parseDatabaseUrl(url), { onLeft: (message) => Layer.fail(unusable(message)), onRight: layerOf(purpose) })
