/**
 * Runs long work in chunks, because every request needs the same thread.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A chunk: half a millisecond of work. */
const pieceBytes = 16 * 1024

/** The pause before each chunk, in milliseconds: for work alone, and while other long work waits. */
const pauseMs = { alone: 0, contended: 4 }

const mayGoOn = Effect.unsafeMakeSemaphore(1)

/** Real pauses: a test that stops its clock does not stop them. */
const clock = Clock.make()

/** How many fibers wait for a turn, including the running one. */
let waiting = 0

const pause = Effect.suspend(() => Effect.sleep(waiting > 1 ? pauseMs.contended : pauseMs.alone))

/**
 * Continues in a separate turn of the event loop: however much long work there is, a request that
 * arrives waits for one chunk of it. One long read takes about half of the thread until it is done; several of them
 * take a quarter together, because their garbage collection delays others as well.
 */
export const ownTurn: Effect.Effect<void> = Effect.acquireUseRelease(
  Effect.sync(() => void (waiting += 1)),
  () => mayGoOn.withPermits(1)(pause),
  () => Effect.sync(() => void (waiting -= 1)),
).pipe(Effect.withClock(clock))

/**
 * Processes each item in order. Other requests get their turn after every 16 KiB; shorter work is done
 * without a pause.
 *
 * @param work - returns about how many bytes it processed
 *
 * @example
 * ```ts
 * import { inPieces } from "@consent-service/core/consent"
 * import * as Effect from "effect/Effect"
 *
 * const lengths: Array<number> = []
 * await Effect.runPromise(
 *   inPieces(["one", "three"], (text) => {
 *     lengths.push(text.length)
 *     return text.length
 *   }),
 * )
 * lengths // [3, 5]
 * ```
 */
export const inPieces = <A>(items: Iterable<A>, work: (item: A) => number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const left = items[Symbol.iterator]()
    const goOn: Effect.Effect<void> = Effect.suspend(() => {
      let bytes = 0
      for (let next = left.next(); !next.done; next = left.next()) {
        bytes += work(next.value)
        if (bytes >= pieceBytes) return Effect.zipRight(ownTurn, goOn)
      }
      return Effect.void
    })
    return goOn
  })

/** How long a chunk of effects may keep the thread, in milliseconds. */
const pieceMs = 1

/** As many effects as never take longer than a chunk. */
const few = 4

/**
 * `Effect.forEach` for effects that keep the thread busy: other requests get their turn after each millisecond.
 *
 * @example
 * ```ts
 * import { forEachInTurns } from "@consent-service/core/consent"
 * import * as Effect from "effect/Effect"
 *
 * const lengths = forEachInTurns(["a", "bc"], (text) => Effect.succeed(text.length))
 * await Effect.runPromise(lengths) // [1, 2]
 * ```
 */
export const forEachInTurns = <A, B, E>(
  items: ReadonlyArray<A>,
  f: (item: A) => Effect.Effect<B, E>,
): Effect.Effect<Array<B>, E> => {
  if (items.length <= few) return Effect.forEach(items, f)
  return Effect.suspend(() => {
    let since = performance.now()
    const rest = Effect.map(ownTurn, () => {
      since = performance.now()
    })
    return Effect.forEach(items, (item) =>
      Effect.suspend(() => (performance.now() - since > pieceMs ? Effect.zipRight(rest, f(item)) : f(item))),
    )
  })
}
