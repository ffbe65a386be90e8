/**
 * Where records are kept, as far as it decides how a server runs.
 *
 * @module
 */
import { parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Database, databaseUrl } from "../options/DatabaseOptions.js"

/** Memory of the process, a file, a server, or custom stores. */
export type DatabaseKind = "memory" | "file" | "server" | "custom"

const isDatabase = Schema.is(Database)

/** The kind of an option `database`; `custom` for none and for an invalid one. */
export const databaseKind = (database: unknown): DatabaseKind => {
  const url = isDatabase(database) ? databaseUrl(database) : null
  const parsed = parseDatabaseUrl(url ?? "")
  if (Either.isLeft(parsed)) return "custom"
  if (parsed.right._tag !== "Sqlite") return "server"
  return parsed.right.filename === ":memory:" ? "memory" : "file"
}
