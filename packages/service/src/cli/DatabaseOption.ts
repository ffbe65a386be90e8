/**
 * The option that names the database for commands.
 *
 * @module
 */
import { parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import { defaultTablePrefix, tablePrefixProblem } from "@consent-service/adapter-sql/Tables"
import * as Either from "effect/Either"
import { readFileSync } from "node:fs"
import { saidBy } from "../server/Variables.js"
import type { Given } from "./Command.js"

/** Which tables of which database. */
export interface NamedDatabase {
  readonly url: string
  readonly tablePrefix: string
}

/** `--database` and `--table-prefix`. */
export const databaseOptions = {
  database: {
    type: "string",
    help: "sqlite:FILE, postgres://… or mysql://…; default: DATABASE_URL, or the file that DATABASE_URL_FILE names",
  },
  "table-prefix": { type: "string", help: `prefix of the table names; default: ${defaultTablePrefix}` },
} as const

const readText = (path: string): string => readFileSync(path, "utf8")

/** What the environment says of the database; empty where it says nothing. */
const databaseInEnvironment = (): Either.Either<string, string> => {
  const said = saidBy("DATABASE_URL", process.env, readText)
  if (said === null) return Either.right("")
  return "text" in said ? Either.right(said.text) : Either.left(`${said.option} ${said.message}`)
}

/**
 * The database a command is called with. An empty `--database` is a variable that was not set, and must not become
 * another database.
 *
 * @returns what is wrong with the options, in words that never repeat the URL: it may hold a password
 */
export const namedDatabase = (given: Given): Either.Either<NamedDatabase, string> => {
  const named = given.value("database")
  const said = named === null ? databaseInEnvironment() : Either.right(named)
  if (Either.isLeft(said)) return Either.left(said.left)
  const url = said.right
  const parsed = parseDatabaseUrl(url)
  if (Either.isLeft(parsed)) return Either.left(`--database or DATABASE_URL: ${parsed.left}`)
  const tablePrefix = given.value("table-prefix") ?? defaultTablePrefix
  const problem = tablePrefixProblem(tablePrefix)
  return problem === null ? Either.right({ url, tablePrefix }) : Either.left(`--table-prefix ${problem}`)
}
