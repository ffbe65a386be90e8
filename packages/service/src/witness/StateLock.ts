/**
 * A lock that one process of all holds, in a file next to what it protects. The system releases it however its holder
 * ends, so nothing has to decide whether a holder lives: its number says nothing in another container, or after a reboot.
 *
 * The lock is a write transaction of SQLite that never ends. Others can read meanwhile, and learn who holds it. The file
 * stays: a lock on a removed file would not stop anyone who makes a new one.
 *
 * @module
 */
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"
import { closeSync, openSync } from "node:fs"
import { hostname } from "node:os"
import { codeOf, reasonOf } from "../thrown/Thrown.js"

/** A lock that is held. */
export interface StateLock {
  readonly release: () => Promise<void>
}

const isBusy = (error: unknown): boolean =>
  /^SQLITE_(BUSY|LOCKED)/.test(String(codeOf(error))) || (Predicate.hasProperty(error, "cause") && isBusy(error.cause))

const begin = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe("begin immediate").unprepared)

const signed = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.gen(function* () {
    yield* sql.unsafe("create table if not exists holder (id integer primary key, process integer, host text)")
      .unprepared
    yield* sql`insert or replace into holder (id, process, host) values (1, ${process.pid}, ${hostname()})`
    yield* sql.unsafe("commit").unprepared
  }),
)

/**
 * A client for reading leaves the file without a write-ahead log, whose files would outlive the lock; it writes here all the
 * same. Signs the file, then holds it; another process may come first in between.
 */
const taken = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe("pragma query_only = off").unprepared
  yield* sql.unsafe("pragma busy_timeout = 0").unprepared
  yield* begin
  yield* signed
  yield* begin
})

interface Holder {
  readonly process: number
  readonly host: string
}

const holder = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<Holder>`select process, host from holder`).pipe(
  Effect.map(([found]) => (found === undefined ? "another process" : `the process ${found.process} on ${found.host}`)),
  Effect.catchAll(() => Effect.succeed("another process")),
)

const attempt = taken.pipe(
  Effect.as<string | null>(null),
  Effect.catchAll((error) =>
    isBusy(error)
      ? Effect.map(holder, (who) => `${who} uses the same state`)
      : Effect.succeed(`cannot be locked: ${reasonOf(Predicate.hasProperty(error, "cause") ? error.cause : error)}`),
  ),
)

/**
 * Takes the lock of a file.
 *
 * @param path - of the lock
 * @returns the lock, or why it is not available
 */
export const takeLock = async (path: string): Promise<Either.Either<StateLock, string>> => {
  try {
    closeSync(openSync(path, "a", 0o600))
  } catch (error) {
    return Either.left(`${path} cannot be written: ${reasonOf(error)}`)
  }
  const scope = Effect.runSync(Scope.make())
  const release = (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void))
  const problem = await Effect.runPromise(
    Layer.buildWithScope(clientFromUrl(`sqlite:${path}`, "reading"), scope).pipe(
      Effect.flatMap((context) => Effect.provide(attempt, context)),
      Effect.catchAll(({ message }) => Effect.succeed(message)),
    ),
  )
  if (problem === null) return Either.right({ release })
  await release()
  return Either.left(problem)
}
