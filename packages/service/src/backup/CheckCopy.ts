/**
 * Checks a backup or a restored database: the file, its schema, every row.
 *
 * @module
 */
import { Observer, type SchemaMismatch } from "@consent-service/core/ports"
import type { Purpose } from "@consent-service/adapter-sql/ClientFromUrl"
import type { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import { integrityProblems } from "@consent-service/adapter-sql/SqliteBackup"
import { type CountedTable, type Verified, verify } from "@consent-service/adapter-sql/Verification"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { foreignProblem, withPrivateCopy } from "./SqliteFiles.js"
import { runOn } from "../database/RunOn.js"
import { inOneLine } from "../thrown/Thrown.js"

/** What the check of a copy found. */
export interface CheckedCopy extends Verified {
  /** Migrations that the copy lacks. They ran on the private copy of an SQLite file. */
  readonly pending: ReadonlyArray<string>
}

/** Which tables, and who hears how far the check is. */
export interface CheckOptions {
  readonly tablePrefix: string
  readonly onProgress: (table: CountedTable) => void
}

type Checked = Either.Either<CheckedCopy, string>

type Refusal = DatabaseUnusable | SchemaMismatch

const pendingOf = (status: Migrations.SchemaStatus): ReadonlyArray<string> =>
  status._tag === "Behind" ? status.pending : []

const run = async (
  url: string,
  purpose: Purpose,
  check: Effect.Effect<Checked, Refusal, SqlClient.SqlClient>,
): Promise<Checked> =>
  Either.match(await runOn(url, purpose, check), {
    onLeft: ({ message }) => Either.left(inOneLine(message)),
    onRight: (checked) => checked,
  })

const checkFile = (options: CheckOptions) =>
  Effect.gen(function* () {
    const damage = yield* integrityProblems
    if (damage.length > 0) return Either.left(`the file fails SQLite's integrity check: ${damage.join("; ")}`)
    const status = yield* Migrations.status(options)
    const foreign = foreignProblem(status, options.tablePrefix)
    if (foreign !== null) return Either.left(foreign)
    yield* Effect.provideService(Migrations.migrate(options), Observer, () => {})
    return Either.right({ ...(yield* verify(options)), pending: pendingOf(status) })
  })

/** Checks a private copy of an SQLite file, on which pending migrations run. */
export const checkSqlite = (filename: string, options: CheckOptions): Promise<Checked> =>
  withPrivateCopy(filename, (copy) => run(`sqlite:${copy}`, "writing", checkFile(options)))

const checkRestored = (options: CheckOptions) =>
  Effect.gen(function* () {
    const status = yield* Migrations.status(options)
    const foreign = foreignProblem(status, options.tablePrefix)
    if (foreign !== null) return Either.left(foreign)
    const pending = pendingOf(status)
    return pending.length > 0
      ? Either.left(
          `the database lacks the migrations ${pending.join(", ")}: run consent-service migrate on this restored copy, then check again`,
        )
      : Either.right({ ...(yield* verify(options)), pending })
  })

/** Checks a database on a server. It only reads. */
export const checkServer = (url: string, options: CheckOptions): Promise<Checked> =>
  run(url, "reading", checkRestored(options))
