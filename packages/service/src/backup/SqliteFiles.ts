/**
 * Backups of SQLite databases, and private copies to check them on.
 *
 * @module
 */
import type { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import { copyInto, integrityProblems, recordsOf, type Records } from "@consent-service/adapter-sql/SqliteBackup"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { constants, copyFileSync, existsSync, mkdtempSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { watchingGrowth } from "./Growth.js"
import { withRemoval, writeWhole } from "./WholeFile.js"
import { runOn } from "../database/RunOn.js"
import { messageOf } from "../thrown/Thrown.js"

/** The files of an SQLite database that is in use. */
export const filesOf = (filename: string): ReadonlyArray<string> => [filename, `${filename}-wal`, `${filename}-shm`]

/** What a backup has. */
export interface SqliteBackup extends Records {
  readonly bytes: number
}

/** The id of the migration that creates the first tables. */
const firstMigration = "1-baseline"

/** Why a database is not one of Consent Service, or null. */
export const foreignProblem = (status: Migrations.SchemaStatus, tablePrefix: string): string | null =>
  status._tag === "Behind" && status.pending.includes(firstMigration)
    ? `the database has no tables of Consent Service with the prefix ${tablePrefix}; check --database and --table-prefix`
    : null

const backUp = (tablePrefix: string, partial: string) =>
  Effect.gen(function* () {
    const foreign = foreignProblem(yield* Migrations.status({ tablePrefix }), tablePrefix)
    if (foreign !== null) return foreign
    yield* copyInto(partial)
    return null
  })

const inspect = (tablePrefix: string) => Effect.all({ problems: integrityProblems, records: recordsOf(tablePrefix) })

/** A backup that was not written, with the reason; nothing of it is left. */
class NotWritten extends Error {}

const orThrow = <A>(result: Either.Either<A, DatabaseUnusable>): A =>
  Either.getOrThrowWith(result, ({ message }) => new NotWritten(message))

/**
 * Writes a backup of a database that may be in use: the state of one moment, checked, synced and renamed.
 *
 * @returns what it has; or why there is none
 */
export const backUpSqlite = async (
  filename: string,
  target: string,
  tablePrefix: string,
): Promise<Either.Either<SqliteBackup, string>> => {
  try {
    const backup = await writeWhole(target, async (partial) => {
      const foreign = orThrow(
        await watchingGrowth(partial, () => runOn(`sqlite:${filename}`, "reading", backUp(tablePrefix, partial))),
      )
      if (foreign !== null) throw new NotWritten(foreign)
      const { problems, records } = orThrow(await runOn(`sqlite:${partial}`, "reading", inspect(tablePrefix)))
      if (problems.length > 0) throw new NotWritten(`the copy fails SQLite's integrity check: ${problems.join("; ")}`)
      return { ...records, bytes: statSync(partial).size }
    })
    return Either.right(backup)
  } catch (error) {
    return Either.left(messageOf(error))
  }
}

/**
 * Copies the files of a database into a folder that only this user may read, and removes it afterwards. The original is only
 * read.
 */
export const withPrivateCopy = <A>(filename: string, use: (copy: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "consent-service-"))
  const copy = join(folder, "copy.db")
  return withRemoval(folder, async () => {
    copyFileSync(filename, copy, constants.COPYFILE_FICLONE)
    // Commits that a killed process left there belong to the database.
    if (existsSync(`${filename}-wal`)) copyFileSync(`${filename}-wal`, `${copy}-wal`)
    return use(copy)
  })
}
