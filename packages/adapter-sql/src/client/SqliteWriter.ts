/**
 * A connection to a SQLite file in a thread of its own, so that nothing else waits for the disk.
 */
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AheadConnection } from "../statement/Ahead.js"
import { sqliteWriterProgram } from "./SqliteWriterProgram.js"

/** A statement for the thread. */
interface Statement {
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
  /** Whether it stays prepared. */
  readonly prepared: boolean
}

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** The used part of a driver's error. */
interface Reason {
  readonly code: string
  readonly message: string
}

/** The rows of a message's last statement, or the error of the first one that failed. */
type Answer = { readonly rows: Rows } | { readonly error: Reason }

type Outcome = Effect.Effect<Rows, SqlError>

const failed = (reason: Reason): Effect.Effect<never, SqlError> =>
  Effect.fail(new SqlError({ cause: reason, message: "Failed to execute statement" }))

/** As when a server closes a connection: what was not acknowledged may or may not be stored. */
const ended: Reason = { code: "ECONNRESET", message: "the thread that writes to the SQLite file has ended" }

/** How to open a file for writing. */
export interface SqliteWriterOptions {
  readonly filename: string
  /** The path of better-sqlite3; null for the runtime's own SQLite. */
  readonly driver: string | null
  /** Run on each new connection. */
  readonly pragmas: ReadonlyArray<string>
}

/** The thread answers in order, so the first who waits gets the next answer. */
const startThread = (options: SqliteWriterOptions) => {
  // Not an import: not every runtime of this package has threads.
  const { Worker } = globalThis.process.getBuiltinModule("node:worker_threads")
  const worker = new Worker(sqliteWriterProgram, { eval: true, workerData: options })
  worker.unref()
  const waiting: Array<(outcome: Outcome) => void> = []
  /** Statements that wait for the next one. */
  let ahead: Array<Statement> = []
  let isOver = false

  const settleFirst = (outcome: Outcome): void => {
    const settle = waiting.shift()
    // An idle thread must not keep the process alive.
    if (waiting.length === 0) worker.unref()
    settle?.(outcome)
  }
  const end = (): void => {
    isOver = true
    while (waiting.length > 0) settleFirst(failed(ended))
  }
  const hasEnded = new Promise<void>((resolve) => worker.once("exit", () => resolve()))
  worker.on("message", (answer: Answer) =>
    settleFirst("rows" in answer ? Effect.succeed(answer.rows) : failed(answer.error)),
  )
  worker.once("error", end)
  worker.once("exit", end)

  return {
    isOver: () => isOver,
    ahead: (statement: Statement): void => void ahead.push(statement),
    /** An interrupted caller leaves its place in line: its answer comes all the same. */
    run: (statement: Statement): Outcome =>
      Effect.async<Rows, SqlError>((resume) => {
        if (isOver) return resume(failed(ended))
        worker.postMessage([...ahead, statement], [])
        ahead = []
        if (waiting.length === 0) worker.ref()
        waiting.push(resume)
      }),
    close: (): Promise<void> => {
      worker.ref()
      worker.postMessage("close", [])
      return hasEnded
    },
  }
}

type Thread = ReturnType<typeof startThread>

const connectionOf = ({ ahead, run }: Thread): AheadConnection => {
  const rowsOf = (statement: Statement, transform: Parameters<AheadConnection["execute"]>[2]) =>
    transform === undefined ? run(statement) : Effect.map(run(statement), transform)
  return {
    ahead: (sql, params) => ahead({ sql, params, prepared: true }),
    execute: (sql, params, transform) => rowsOf({ sql, params, prepared: true }, transform),
    executeRaw: (sql, params) => run({ sql, params, prepared: true }),
    executeValues: (sql, params) =>
      Effect.map(run({ sql, params, prepared: true }), (rows) => rows.map((row) => Object.values(row))),
    executeUnprepared: (sql, params, transform) => rowsOf({ sql, params, prepared: false }, transform),
    executeStream: () => Effect.dieMessage("SQLite has no streams"),
  }
}

/**
 * The connection of a thread that ends with the scope, for one caller at a time. Each run of the effect gives the same one,
 * or one of a new thread when the thread has ended: what began on the old one fails.
 */
export const makeSqliteWriter = (
  options: SqliteWriterOptions,
): Effect.Effect<Effect.Effect<AheadConnection>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const start = () => {
      const thread = startThread(options)
      return { thread, connection: connectionOf(thread) }
    }
    let current = start()
    yield* Effect.addFinalizer(() => Effect.promise(() => current.thread.close()))
    return Effect.sync(() => {
      if (current.thread.isOver()) current = start()
      return current.connection
    })
  })
