/**
 * The `@effect/sql` client a `database` option asks for. A driver is loaded only when it is needed.
 *
 * @module
 */
import { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import { DatabaseUrl, parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { DatabaseConnection, DatabaseOption, SqlClientLayer } from "../options/Options.js"

type ClientLayer = Layer.Layer<SqlClient.SqlClient, DatabaseUnusable>

const unusable = (message: string): DatabaseUnusable => new DatabaseUnusable({ message, transient: false })

/** Loads a module that imports a driver, which is an optional dependency: its build may have failed. */
const loading = <A>(driver: string, load: () => Promise<A>, use: (module: A) => ClientLayer): ClientLayer =>
  Layer.unwrapEffect(
    Effect.tryPromise({
      try: load,
      catch: (error) =>
        unusable(`the driver ${driver} cannot be loaded; install it (npm install ${driver}): ${String(error)}`),
    }).pipe(Effect.map(use)),
  )

const urlOf = (connection: DatabaseConnection): string => {
  if (connection.dialect === "sqlite") return `sqlite:${connection.filename}`
  const { database, dialect, host, password, port, username } = connection
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`
  const named = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host
  const address = port === undefined ? named : `${named}:${port}`
  return `${dialect}://${encodeURIComponent(username)}${secret}@${address}/${encodeURIComponent(database)}`
}

/** What a client is for. One for reading does not make an SQLite file that is not there. */
type Purpose = "reading" | "writing"

const layerOf = (purpose: Purpose) =>
  DatabaseUrl.$match({
    Sqlite: ({ filename }) =>
      loading(
        "@effect/sql-sqlite-node",
        () => import("@consent-service/adapter-sql/sqlite"),
        ({ layer, layerForReading }) => (purpose === "reading" ? layerForReading(filename) : layer(filename)),
      ),
    Postgres: ({ url }) =>
      loading(
        "@effect/sql-pg",
        () => import("@consent-service/adapter-sql/postgres"),
        ({ layer }) => layer(url),
      ),
    Mysql: ({ url }) =>
      loading(
        "@effect/sql-mysql2",
        () => import("@consent-service/adapter-sql/mysql"),
        ({ layer }) => layer(url),
      ),
  })

const isLayer = (database: DatabaseOption): database is SqlClientLayer => Layer.isLayer(database)

/** A checked `database` option as a client layer. */
export const clientLayer = (database: DatabaseOption, purpose: Purpose = "writing"): ClientLayer => {
  if (isLayer(database))
    return Layer.mapError(database, (error) => unusable(`the given client layer failed: ${String(error)}`))
  const parsed = parseDatabaseUrl(typeof database === "string" ? database : urlOf(database))
  return Either.match(parsed, { onLeft: (message) => Layer.fail(unusable(message)), onRight: layerOf(purpose) })
}
