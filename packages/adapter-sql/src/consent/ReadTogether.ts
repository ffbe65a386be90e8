/**
 * Batches the reads of one event-loop turn into one query: sending a query and reading its
 * result costs more than running it.
 */
import * as Effect from "effect/Effect"
import { forkDetached, isInTransaction, nextTurn } from "./Together.js"

/** Queries the keys, and returns the result of each. */
type Read<K, A, E> = (keys: ReadonlyArray<K>) => Effect.Effect<(key: K) => Effect.Effect<A, E>, E>

interface Entry<K, A, E> {
  readonly key: K
  readonly settle: (outcome: Effect.Effect<A, E>) => void
}

/**
 * Reads each key together with others. A caller sees everything committed before its call: a query begins after all of
 * its callers have arrived, and no caller waits for an earlier query. Within a caller's transaction a key is read
 * alone, on the connection that sees the transaction's own writes.
 */
export const makeReadTogether = <K, A, E>(read: Read<K, A, E>): ((key: K) => Effect.Effect<A, E>) => {
  let waiting = new Set<Entry<K, A, E>>()

  const readAll = (entries: ReadonlyArray<Entry<K, A, E>>) =>
    Effect.map(Effect.exit(read(entries.map(({ key }) => key))), (exit) => {
      for (const { key, settle } of entries) settle(Effect.flatMap(exit, (find) => find(key)))
    })

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
