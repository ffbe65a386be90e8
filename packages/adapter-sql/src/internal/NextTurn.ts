/** Giving way to everything else the thread has to do. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"

/** Goes on in the next turn of the event loop, after what has arrived by now. */
export const nextTurn = Effect.async<void>((resume) => {
  const handle = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(handle))
})

/** A few milliseconds' work between two turns. */
const atATime = 200

/** `Effect.forEach` for work that keeps the thread busy: others get their turn in between. */
export const forEachInTurns = <A, B, E>(
  items: ReadonlyArray<A>,
  f: (item: A) => Effect.Effect<B, E>,
): Effect.Effect<Array<B>, E> => {
  if (items.length <= atATime) return Effect.forEach(items, f)
  const chunks = Effect.forEach(Arr.chunksOf(items, atATime), (chunk) =>
    Effect.zipLeft(Effect.forEach(chunk, f), nextTurn),
  )
  return Effect.map(chunks, Arr.flatten)
}
