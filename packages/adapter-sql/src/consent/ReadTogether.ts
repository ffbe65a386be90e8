/**
 * Batches the reads of one event-loop turn into one query: sending a query and reading its
 * result costs more than running it.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { isInTransaction } from "../statement/InTransaction.js"
import { forkDetached, nextTurn } from "./Together.js"

/** Queries the keys, and returns the result of each. */
type Read<K, A, E> = (keys: ReadonlyArray<K>) => Effect.Effect<(key: K) => Effect.Effect<A, E>, E>

interface Entry<K, A, E> {
  readonly key: K
  readonly settle: (outcome: Effect.Effect<A, E>) => void
}

/** Says which keys are read together, by equal texts; null where all are. */
export type PartOf<K, E> = Effect.Effect<(key: K) => string, E> | null

/**
 * Reads each key together with others of its part. A caller sees everything committed before its call: a query begins after all of
 * its callers have arrived, and no caller waits for an earlier query. Within a caller's transaction a key is read
 * alone, on the connection that sees the transaction's own writes.
 */
export const makeReadTogether = <K, A, E>(
  read: Read<K, A, E>,
  partOf: PartOf<K, E> = null,
): ((key: K) => Effect.Effect<A, E>) => {
  let waiting = new Set<Entry<K, A, E>>()

  const readPart = (entries: ReadonlyArray<Entry<K, A, E>>) =>
    Effect.map(Effect.exit(read(entries.map(({ key }) => key))), (exit) => {
      for (const { key, settle } of entries) settle(Effect.flatMap(exit, (find) => find(key)))
    })

  const readAll = (entries: ReadonlyArray<Entry<K, A, E>>) => {
    if (partOf === null) return readPart(entries)
    return Effect.flatMap(Effect.exit(partOf), (exit) => {
      if (Exit.isFailure(exit)) {
        return Effect.sync(() => entries.forEach(({ settle }) => settle(Effect.failCause(exit.cause))))
      }
      const parts = Object.values(Arr.groupBy(entries, ({ key }) => exit.value(key)))
      return Effect.forEach(parts, readPart, { concurrency: "unbounded", discard: true })
    })
  }

  const turn = Effect.zipRight(
    nextTurn,
    Effect.suspend(() => {
      const entries = Array.from(waiting)
      waiting = new Set()
      return entries.length === 0 ? Effect.void : readAll(entries)
    }),
  ).pipe(Effect.withTracerEnabled(false))

  const together = (key: K): Effect.Effect<A, E> =>
    Effect.async((resume) => {
      const entry = { key, settle: resume }
      const joined = waiting
      joined.add(entry)
      if (joined.size === 1) forkDetached(turn)
      return Effect.sync(() => joined.delete(entry))
    })

  const alone = (key: K): Effect.Effect<A, E> => Effect.flatMap(read([key]), (find) => find(key))

  return (key) => Effect.withFiberRuntime((caller) => (isInTransaction(caller) ? alone(key) : together(key)))
}
