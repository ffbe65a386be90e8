/**
 * The `database` option: a URL, a connection by its parts, or a client of the integrator's own.
 *
 * @module
 */
import { parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { field, NonBlank, Text } from "./Shape.js"

/** A database by its parts instead of a URL. */
export type DatabaseConnection =
  | { readonly dialect: "sqlite"; readonly filename: string }
  | {
      readonly dialect: "postgres" | "mysql"
      readonly host: string
      readonly port?: number
      readonly database: string
      readonly username: string
      readonly password?: string
    }

/** An `@effect/sql` client of the integrator's own. */
export type SqlClientLayer = Layer.Layer<SqlClient.SqlClient, unknown>

/** Everything that names a database. */
export type DatabaseOption = string | DatabaseConnection | SqlClientLayer

const Host = Schema.String.pipe(
  Schema.filter((host) => /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/.test(host)),
)

const Network = Schema.Struct({
  dialect: Schema.Literal("postgres", "mysql"),
  host: Host,
  port: field(Schema.Int.pipe(Schema.between(1, 65_535))),
  database: NonBlank,
  username: NonBlank,
  password: field(Text),
})
const File = Schema.Struct({ dialect: Schema.Literal("sqlite"), filename: NonBlank })
const isConnection = Schema.is(Schema.Union(Network, File))

/** What to write when the option is missing or wrong. */
export const databaseForms =
  "must be a URL (sqlite::memory:, sqlite:./file.db, postgres://…, mysql://…), { dialect: 'sqlite', filename }, " +
  "{ dialect: 'postgres' | 'mysql', host, database, username, port?, password? }, or an @effect/sql client layer"

const databaseProblem = (value: unknown): string | undefined => {
  if (typeof value === "string") return Option.getOrUndefined(Either.getLeft(parseDatabaseUrl(value)))
  return Layer.isLayer(value) || isConnection(value) ? undefined : databaseForms
}

export const DatabaseShape = Schema.Unknown.pipe(Schema.filter(databaseProblem))
