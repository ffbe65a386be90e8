/**
 * The `database` option: a URL, a connection by its parts, or a custom client.
 *
 * @module
 */
import { NonBlank, Text } from "@consent-service/core/authored"
import { type DatabaseUrl, parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import type { DistributionName } from "@consent-service/adapter-sql/Distribution"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import { tablePrefixProblem } from "@consent-service/adapter-sql/Tables"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A database on a server, by its parts. */
interface ServerConnection {
  readonly dialect: "postgres" | "mysql"
  readonly host: string
  readonly port?: number
  readonly database: string
  readonly username: string
  readonly password?: string
  /** For PostgreSQL only: the server is the coordinator of a Citus cluster. Experimental. */
  readonly distribution?: DistributionName
}

/** A database by its parts instead of a URL. */
export type DatabaseConnection = { readonly dialect: "sqlite"; readonly filename: string } | ServerConnection

/** A custom `@effect/sql` client. */
export type SqlClientLayer = Layer.Layer<SqlClient.SqlClient, unknown>

/** A database: its URL, its connection by its parts, or a client layer. */
export type DatabaseOption = string | DatabaseConnection | SqlClientLayer

const Host = Schema.String.pipe(
  Schema.filter((host) => /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/.test(host)),
)

const Network = Schema.Struct({
  dialect: Schema.Literal("postgres", "mysql"),
  distribution: Schema.optional(Schema.Literal("citus")),
  host: Host,
  port: Schema.optional(Schema.Int.pipe(Schema.between(1, 65_535))),
  database: NonBlank,
  username: NonBlank,
  password: Schema.optional(Text),
}).pipe(Schema.filter(({ dialect, distribution }) => distribution === undefined || dialect === "postgres"))
const File = Schema.Struct({ dialect: Schema.Literal("sqlite"), filename: NonBlank })
const isConnection = Schema.is(Schema.Union(Network, File))

/** The fix for a missing or invalid option. */
export const databaseForms =
  "must be a URL (sqlite::memory:, sqlite:./file.db, postgres://…, mysql://…), { dialect: 'sqlite', filename }, " +
  "{ dialect: 'postgres' | 'mysql', host, database, username, port?, password? } (with distribution: 'citus' for a Citus cluster, on PostgreSQL only), or an @effect/sql client layer"

const problemOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return Option.getOrUndefined(Either.getLeft(parseDatabaseUrl(value)))
  return Layer.isLayer(value) || isConnection(value) ? undefined : databaseForms
}

/** The schema of the option. */
export const Database = Schema.declare(
  (value: unknown): value is DatabaseOption => problemOf(value) === undefined,
).annotations({ message: ({ actual }) => ({ message: problemOf(actual) ?? databaseForms, override: true }) })

/** The schema of `tablePrefix`. */
export const TablePrefix = Schema.String.pipe(Schema.filter((prefix) => tablePrefixProblem(prefix) ?? undefined))

/** The URL of a database by its parts. */
const urlOf = (connection: DatabaseConnection): string => {
  if (connection.dialect === "sqlite") return `sqlite:${connection.filename}`
  const { database, dialect, host, password, port, username } = connection
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`
  const named = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host
  const address = port === undefined ? named : `${named}:${port}`
  const query = connection.distribution === undefined ? "" : `?distribution=${connection.distribution}`
  return `${dialect}://${encodeURIComponent(username)}${secret}@${address}/${encodeURIComponent(database)}${query}`
}

const isClientLayer = (database: DatabaseOption): database is SqlClientLayer => Layer.isLayer(database)

const urlFrom = (database: string | DatabaseConnection): string =>
  typeof database === "string" ? database : urlOf(database)

/** The URL of the database that a checked option names; null for a client layer. */
export const databaseUrl = (database: DatabaseOption): string | null =>
  isClientLayer(database) ? null : urlFrom(database)

/** The engine of the database that a checked option names; null for a client layer. */
export const engineOf = (database: DatabaseOption): DatabaseUrl["_tag"] | null => {
  const url = databaseUrl(database)
  return url === null ? null : Option.getOrNull(Option.map(Either.getRight(parseDatabaseUrl(url)), ({ _tag }) => _tag))
}

/** A replica that a checked option names. */
interface NamedReplica {
  readonly url: DatabaseOption
  readonly historyLagMs?: number | undefined
}

/** The stores of the database that a checked option names. */
export const storesOfDatabase = (
  database: DatabaseOption,
  tablePrefix: string | null,
  named: NamedReplica | null = null,
): Layer.Layer<SqlStores.Stores | SqlStores.EvidenceStores | SqlStores.Migrator | SqlStores.DatabaseHealth> => {
  const options = tablePrefix === null ? {} : { tablePrefix }
  const replica =
    named === null
      ? null
      : {
          client: isClientLayer(named.url) ? named.url : urlFrom(named.url),
          historyLagMs: named.historyLagMs ?? null,
        }
  if (isClientLayer(database)) return SqlStores.layerFromClient(database, options, replica)
  return SqlStores.layerFromUrl(urlFrom(database), options, replica)
}
