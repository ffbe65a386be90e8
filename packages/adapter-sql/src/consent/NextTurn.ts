/** Giving way to everything else the thread has to do. */
import { ownTurn } from "@consent-service/core/consent"
import * as Effect from "effect/Effect"

/** Goes on in the next turn of the event loop, after what has arrived by now. */
export const nextTurn = Effect.async<void>((resume) => {
  const handle = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(handle))
})

/** How long a piece of work may keep the thread. */
const pieceMs = 1

/** As many as never take longer than a piece. */
const few = 4

/** `Effect.forEach` for work that keeps the thread busy: others get their turn in between. */
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
