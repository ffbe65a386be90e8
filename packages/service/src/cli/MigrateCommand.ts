/**
 * `consent-service migrate`: brings a database up to date, or prints the statements. The service itself never migrates.
 *
 * @module
 */
import { Observer, type SchemaMismatch } from "@consent-service/core/ports"
import type { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Command, type CommandResult, type Progress, usageError } from "./Command.js"
import { databaseOptions, namedDatabase } from "./DatabaseOption.js"
import { runOn } from "../database/RunOn.js"
import { inOneLine } from "../thrown/Thrown.js"

const upToDate = "nothing to do: the database is up to date"

type Refusal = DatabaseUnusable | SchemaMismatch

const refused = ({ message }: Refusal) => {
  const error = `cannot migrate: ${inOneLine(message)}`
  return { ok: false, error, lines: [] }
}

const dryRun = async (url: string, options: Migrations.MigrationOptions): Promise<CommandResult> => {
  const plan = await runOn(url, "reading", Migrations.plan(options))
  if (Either.isLeft(plan)) {
    const result = refused(plan.left)
    return { ...result, data: { pending: [], error: result.error } }
  }
  // A valid SQL script, even when there is nothing to run.
  const lines = plan.right.flatMap(({ id, statements }) => [`-- ${id}`, ...statements.map((text) => `${text};`)])
  return {
    ok: true,
    data: { pending: plan.right, error: null },
    lines: lines.length === 0 ? [`-- ${upToDate}`] : lines,
  }
}

const run = async (url: string, options: Migrations.MigrationOptions, progress: Progress): Promise<CommandResult> => {
  const applied: Array<string> = []
  const migrations = Effect.provideService(Migrations.migrate(options), Observer, (observation) => {
    if (observation._tag !== "MigrationApplied") return
    applied.push(observation.id)
    progress(`${observation.id} applied in ${observation.durationMs} ms`)
  })
  const ran = await runOn(url, "writing", migrations)
  if (Either.isLeft(ran)) {
    const result = refused(ran.left)
    return { ...result, data: { applied, error: result.error } }
  }
  return { ok: true, data: { applied, error: null }, lines: applied.length === 0 ? [upToDate] : [] }
}

/** The command. What it prints never repeats the URL: it may hold a password. */
export const migrate: Command = {
  name: "migrate",
  synopsis: "migrate --database URL [--dry-run] [--table-prefix PREFIX] [--json]",
  summary: "migrate a database to the current schema; safe to run concurrently, resumes after a killed run",
  options: {
    ...databaseOptions,
    "dry-run": { type: "boolean", help: "print the SQL statements without running them" },
  },
  run: async (given, progress) => {
    if (given.positionals.length > 0) return usageError("expected no argument: the database is named by --database")
    const database = namedDatabase(given)
    if (Either.isLeft(database)) return usageError(database.left)
    const { tablePrefix, url } = database.right
    return given.flags.has("dry-run") ? dryRun(url, { tablePrefix }) : run(url, { tablePrefix }, progress)
  },
}
