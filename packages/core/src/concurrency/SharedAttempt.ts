/**
 * One attempt, shared by all callers, and remembered when it succeeds.
 *
 * @module
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"

/**
 * Remembers an effect's first success. Callers that arrive while it runs share that run; all of them receive its
 * failure, and the next caller starts anew. It runs in a fiber of its own, so that the interruption of one caller does
 * not fail the others.
 */
export const untilSuccess = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let succeeded: Effect.Effect<A> | undefined
  let running: Deferred.Deferred<A, E> | undefined

  const recorded = effect.pipe(
    Effect.tap((value) =>
      Effect.sync(() => {
        succeeded = Effect.succeed(value)
      }),
    ),
    Effect.ensuring(
      Effect.sync(() => {
        running = undefined
      }),
    ),
    Effect.interruptible,
  )

  const shared = Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      if (running !== undefined) return restore(Deferred.await(running))
      const deferred = Deferred.unsafeMake<A, E>(FiberId.none)
      running = deferred
      return Effect.zipRight(
        Effect.forkDaemon(Effect.intoDeferred(recorded, deferred)),
        restore(Deferred.await(deferred)),
      )
    }),
  )

  return Effect.suspend(() => succeeded ?? shared)
}
