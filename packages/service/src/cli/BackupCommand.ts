/**
 * `consent-service backup`: a copy of the database of one moment, while the service runs.
 *
 * @module
 */
import { DatabaseUrl, parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { existsSync } from "node:fs"
import { type DumpPlan, planDump, runDump, type ServerDatabase } from "../backup/ServerDump.js"
import { backUpSqlite, filesOf } from "../backup/SqliteFiles.js"
import { newFileProblem } from "../backup/WholeFile.js"
import { type Command, type CommandResult, type Given, usageError } from "./Command.js"
import { instant, mebibytes, plural } from "./Amounts.js"
import { databaseOptions, namedDatabase } from "./DatabaseOption.js"

const failed = (error: string, lines: ReadonlyArray<string> = []): CommandResult => ({
  ok: false,
  data: { error, ...(lines.length === 0 ? {} : { script: lines }) },
  lines,
  error,
})

/** Which backup was requested. */
interface Requested {
  readonly target: string
  readonly tablePrefix: string
  readonly force: boolean
  readonly runs: boolean
}

const ofSqlite = async (filename: string, { force, tablePrefix, target }: Requested): Promise<CommandResult> => {
  if (filename === ":memory:") return usageError("--database names no file: a database in memory has no backup")
  if (!existsSync(filename)) return failed(`there is no file ${filename}; check --database`)
  const problem = newFileProblem({ path: target, force, protectedFiles: filesOf(filename) })
  if (problem !== null) return failed(`cannot back up: ${problem}`)
  const started = Date.now()
  const backup = await backUpSqlite(filename, target, tablePrefix)
  if (Either.isLeft(backup)) return failed(`cannot back up: ${backup.left}`)
  const { bytes, newestRecordAt, records } = backup.right
  const durationMs = Date.now() - started
  return {
    ok: true,
    data: { file: target, records, newestRecordAt: instant(newestRecordAt), bytes, durationMs },
    lines: [
      `${target}: ${plural(records, "record")}${newestRecordAt === null ? "" : `, newest ${instant(newestRecordAt)}`}, ${mebibytes(bytes)}, written and checked in ${durationMs} ms`,
    ],
  }
}

const planned = ({ problem, script }: DumpPlan): CommandResult =>
  problem === null
    ? { ok: true, data: { script, error: null }, lines: script }
    : failed(`cannot back up from here: ${problem}`, script)

const ofServer = async (database: ServerDatabase, { force, runs, target }: Requested): Promise<CommandResult> => {
  const plan = await planDump(database, target)
  if (Either.isLeft(plan)) return failed(`cannot back up: ${plan.left}`)
  if (!runs || plan.right.problem !== null) return planned(plan.right)
  const problem = newFileProblem({ path: target, force, protectedFiles: [] })
  if (problem !== null) return failed(`cannot back up: ${problem}`)
  const started = Date.now()
  const dump = await runDump(database, target, plan.right.tool)
  if (Either.isLeft(dump)) return failed(`cannot back up: ${dump.left}`)
  const durationMs = Date.now() - started
  return {
    ok: true,
    data: { file: target, tool: plan.right.tool, bytes: dump.right, durationMs },
    lines: [`${target}: ${mebibytes(dump.right)}, written by ${plan.right.tool} and checked in ${durationMs} ms`],
  }
}

const run = async (given: Given): Promise<CommandResult> => {
  if (given.positionals.length > 0) return usageError("expected no argument: the database is named by --database")
  const target = given.value("to") ?? ""
  if (target === "") return usageError("--to names the file to write, for example --to backup.db")
  const database = namedDatabase(given)
  if (Either.isLeft(database)) return usageError(database.left)
  const { tablePrefix, url } = database.right
  const requested = { target, tablePrefix, force: given.flags.has("force"), runs: given.flags.has("run") }
  return Either.match(parseDatabaseUrl(url), {
    onLeft: usageError,
    onRight: DatabaseUrl.$match({
      Sqlite: ({ filename }) => ofSqlite(filename, requested),
      Postgres: (server) => ofServer({ scheme: "postgres", url: Redacted.value(server.url), tablePrefix }, requested),
      Mysql: (server) => ofServer({ scheme: "mysql", url: Redacted.value(server.url), tablePrefix }, requested),
    }),
  })
}

/** The command. What it prints never contains a password. */
export const backup: Command = {
  name: "backup",
  synopsis: "backup --to FILE --database URL [--run] [--force] [--table-prefix PREFIX] [--json]",
  summary: "back up a database while the service runs: copies an SQLite file, prints or runs the dump of a server",
  options: {
    to: { type: "string", help: "the file to write, readable by its owner only" },
    ...databaseOptions,
    run: { type: "boolean", help: "on a server: run pg_dump, mariadb-dump or mysqldump instead of printing the call" },
    force: { type: "boolean", help: "replace an existing file" },
  },
  run,
}
