/**
 * A database in memory with the locks of one: a row that a transaction has inserted or holds makes others wait until that
 * has ended. Every statement is a step that an explorer takes, and may fail.
 */
import type { World } from "@consent-service/test-engines/explore"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import type { Row } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"

/** A row, and the transaction that has inserted it; null once that is committed. */
interface Stored {
  by: Transaction | null
  readonly value: string
}

interface Transaction {
  readonly name: string
  /** The transaction whose end this one waits for. */
  waitsFor: Transaction | null
}

/** What a statement does: the keys of the rows that it locks or inserts, in order, and what it returns. */
export interface Work {
  /** Inserts these where they do not exist, `value` by `key`; locks them only, where `value` is null. */
  readonly rows: ReadonlyArray<{ readonly key: string; readonly value: string | null }>
  /** Of the keys that were inserted, and what the transaction sees. */
  readonly result: (inserted: ReadonlySet<string>, sees: (key: string) => string | undefined) => ReadonlyArray<Row>
}

/** The rows, the locks and the ends of transactions. */
const makeRows = (world: World) => {
  const rows = new Map<string, Stored>()
  const locks = new Map<string, Transaction>()
  const ended = new Map<Transaction, Array<() => void>>()
  let deadlocks = 0

  const isDeadlock = (transaction: Transaction, holder: Transaction): boolean => {
    for (let at: Transaction | null = holder; at !== null; at = at.waitsFor) if (at === transaction) return true
    return false
  }
  /** The transaction that must end first; null once the row is locked. */
  const lock = (transaction: Transaction, key: string): Transaction | null => {
    const holder = locks.get(key)
    if (holder !== undefined && holder !== transaction) return holder
    locks.set(key, transaction)
    return null
  }
  const end = (transaction: Transaction, isCommitted: boolean): void => {
    for (const [key, row] of rows) {
      if (row.by !== transaction) continue
      if (isCommitted) row.by = null
      else rows.delete(key)
    }
    for (const [key, holder] of locks) if (holder === transaction) locks.delete(key)
    const waiting = ended.get(transaction) ?? []
    ended.delete(transaction)
    for (const goOn of waiting) goOn()
  }
  const wait = (transaction: Transaction, holder: Transaction, goOn: () => void): void => {
    transaction.waitsFor = holder
    ended.set(holder, [
      ...(ended.get(holder) ?? []),
      () => world.may({ label: `${transaction.name} goes on`, act: () => ((transaction.waitsFor = null), goOn()) }),
    ])
  }
  const committed = (): ReadonlyMap<string, string> =>
    new Map(Array.from(rows).flatMap(([key, { by, value }]) => (by === null ? [[key, value] as const] : [])))
  return {
    rows,
    lock,
    end,
    wait,
    committed,
    deadlock: (transaction: Transaction, holder: Transaction): boolean => {
      if (!isDeadlock(transaction, holder)) return false
      deadlocks += 1
      return true
    },
    deadlocks: () => deadlocks,
  }
}

type Rows = ReturnType<typeof makeRows>

const lost = new SqlError({ cause: { code: "ECONNRESET", message: "the connection is lost" } })
const deadlocked = new SqlError({ cause: { code: "40P01", message: "deadlock detected" } })

/** Runs a statement row by row; each may have to wait. */
const runWork = (
  world: World,
  { deadlock, lock, rows, wait }: Rows,
  transaction: Transaction,
  { result, rows: wanted }: Work,
  resume: (exit: Exit.Exit<ReadonlyArray<Row>, SqlError>) => void,
): void => {
  const inserted = new Set<string>()
  const sees = (key: string): string | undefined => {
    const row = rows.get(key)
    return row === undefined || (row.by !== null && row.by !== transaction) ? undefined : row.value
  }
  const from = (at: number): void => {
    const one = wanted[at]
    if (one === undefined) return resume(Exit.succeed(result(inserted, sees)))
    // What exists and is committed is neither locked nor waited for by an insert.
    if (one.value === null || sees(one.key) === undefined) {
      const holder = lock(transaction, one.key)
      if (holder !== null) {
        if (deadlock(transaction, holder)) return resume(Exit.fail(deadlocked))
        return wait(transaction, holder, () => from(at))
      }
      if (one.value !== null) {
        rows.set(one.key, { by: transaction, value: one.value })
        inserted.add(one.key)
      }
    }
    // Others lock rows in between.
    if (at + 1 < wanted.length) world.may({ label: `${transaction.name} takes its next row`, act: () => from(at + 1) })
    else from(at + 1)
  }
  from(0)
}

/** Reads what a statement is to do from its text and its parameter. */
export type Interpret = (text: string, parameter: string) => Work

const streamed = Stream.die(new Error("no statement is streamed"))

/** A database, and connections to it. */
export const makeLockingDatabase = (world: World, interpret: Interpret, faults: number) => {
  const stored = makeRows(world)
  let [made, faultsLeft] = [0, faults]

  const connect = (): Connection => {
    made += 1
    const connection: { transaction: Transaction | null; isLost: boolean } = { transaction: null, isLost: false }
    const own = made
    const begin = (): Transaction => ({ name: `transaction ${own}`, waitsFor: null })
    const close = (isCommitted: boolean): void => {
      const { transaction } = connection
      connection.transaction = null
      if (transaction !== null) stored.end(transaction, isCommitted)
    }
    /** A step, in its usual way or with the connection lost before or after it. */
    const step = <A>(name: string, act: (resume: (exit: Exit.Exit<A, SqlError>) => void) => void, endsIt: boolean) =>
      Effect.async<A, SqlError>((resume) => {
        const label = `transaction ${own} ${name}`
        const lose = (): void => {
          faultsLeft -= 1
          connection.isLost = true
          close(false)
          resume(Exit.fail(lost))
        }
        const before = { label: `${label}: the connection is lost before`, act: lose }
        const after = { label: `${label}, and the answer is lost`, act: () => (act(() => {}), lose()) }
        const faulty = faultsLeft > 0 ? (endsIt ? [before, after] : [before]) : []
        const withdraw = world.may({ label, act: () => act(resume) }, ...faulty)
        return Effect.sync(withdraw)
      })
    const statement = (text: string, params: ReadonlyArray<unknown>) => {
      const work = interpret(text, String(params[0]))
      return step<ReadonlyArray<Row>>(
        text.split(" ")[0] ?? "",
        (resume) => {
          if (connection.transaction !== null) return runWork(world, stored, connection.transaction, work, resume)
          const single = begin()
          runWork(world, stored, single, work, (exit) => (stored.end(single, true), resume(exit)))
        },
        false,
      )
    }
    const control = (text: string): Effect.Effect<ReadonlyArray<Row>, SqlError> => {
      if (connection.isLost) return Effect.fail(lost)
      const [command = ""] = text.toLowerCase().split(" ")
      if (command === "begin") return Effect.sync(() => ((connection.transaction = begin()), []))
      if (command === "rollback") return Effect.sync(() => (close(false), []))
      if (command !== "commit") return Effect.die(new Error(`the model knows no "${text}"`))
      return step<ReadonlyArray<Row>>("commits", (resume) => (close(true), resume(Exit.succeed([]))), true)
    }
    return {
      execute: statement,
      executeRaw: statement,
      executeValues: () => Effect.die(new Error("no values are asked for")),
      executeUnprepared: control,
      executeStream: () => streamed,
    }
  }
  return { connect, committed: stored.committed, deadlocks: stored.deadlocks, faults: () => faults - faultsLeft }
}
