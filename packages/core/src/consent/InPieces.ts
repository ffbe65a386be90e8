/**
 * Long work on the thread that every request needs, done in pieces.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** A piece: half a millisecond's work. */
const pieceBytes = 16 * 1024

const mayGoOn = Effect.unsafeMakeSemaphore(1)

/**
 * Goes on in a turn of the event loop that no one else who waits here gets: however many do long work, and of whatever
 * kind, what arrives waits for one piece of it.
 */
export const ownTurn: Effect.Effect<void> = mayGoOn.withPermits(1)(Effect.sleep(0))

/**
 * Does something with each item in order. Other requests get their turn after every 16 KiB; what is shorter is done
 * without a pause.
 *
 * @param work - tells how many bytes it worked on, about
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
