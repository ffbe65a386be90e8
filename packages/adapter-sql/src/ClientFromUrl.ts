/**
 * The `@effect/sql` client of the database that a URL names. The driver is loaded when the client is opened.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { DatabaseUnusable } from "./DatabaseUnusable.js"
import { DatabaseUrl, parseDatabaseUrl } from "./DatabaseUrl.js"

type ClientLayer = Layer.Layer<SqlClient, DatabaseUnusable>

const unusable = (message: string): DatabaseUnusable => new DatabaseUnusable({ message, transient: false })

/** Loads a module that imports a driver, which is an optional peer dependency: it may not be installed. */
const loading = <A>(driver: string, load: () => Promise<A>, use: (module: A) => ClientLayer): ClientLayer =>
  Layer.unwrapEffect(
    Effect.tryPromise({
      try: load,
      catch: (error) =>
        unusable(`the driver ${driver} cannot be loaded; install it (npm install ${driver}): ${String(error)}`),
    }).pipe(Effect.map(use)),
  )

/** What a client is for. A client for reading writes nothing, and creates no SQLite file. */
export type Purpose = "reading" | "writing"

const layerOf = (purpose: Purpose) =>
  DatabaseUrl.$match({
    Sqlite: ({ filename }) =>
      loading(
        "@effect/sql-sqlite-node",
        () => import("./Sqlite.js"),
        ({ layer, layerForReading }) => (purpose === "reading" ? layerForReading(filename) : layer(filename)),
      ),
    Postgres: ({ url }) =>
      loading(
        "@effect/sql-pg",
        () => import("./Postgres.js"),
        ({ layer }) => layer(url),
      ),
    Mysql: ({ url }) =>
      loading(
        "@effect/sql-mysql2",
        () => import("./Mysql.js"),
        ({ layer }) => layer(url),
      ),
  })

/**
 * A client for `sqlite:<file>`, `postgres://…` or `mysql://…`.
 *
 * Fails with `DatabaseUnusable` for a URL that names no database, and for a driver that is not installed, naming the
 * package to install.
 */
export const clientFromUrl = (url: string, purpose: Purpose = "writing"): ClientLayer =>
  Either.match(parseDatabaseUrl(url), { onLeft: (message) => Layer.fail(unusable(message)), onRight: layerOf(purpose) })
