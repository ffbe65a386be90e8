/**
 * One attempt, shared by all callers that arrive while it runs.
 *
 * @module
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"

/**
 * Shares each run of an effect: callers that arrive while it runs receive its outcome, and the next one starts again.
 * It runs in a separate fiber, so that the interruption of one caller does not fail the others.
 *
 * @example
 * ```ts
 * import { shareAttempt } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 *
 * let runs = 0
 * const shared = shareAttempt(Effect.delay(Effect.sync(() => (runs += 1)), "1 millis"))
 * await Effect.runPromise(Effect.all([shared, shared], { concurrency: 2 })) // [1, 1]
 * ```
 */
export const shareAttempt = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let running: Deferred.Deferred<A, E> | undefined

  const ended = Effect.sync(() => {
    running = undefined
  })
  const attempt = Effect.interruptible(Effect.ensuring(effect, ended))

  return Effect.uninterruptibleMask((restore) => {
    if (running !== undefined) return restore(Deferred.await(running))
    const deferred = Deferred.unsafeMake<A, E>(FiberId.none)
    running = deferred
    return Effect.zipRight(Effect.forkDaemon(Effect.intoDeferred(attempt, deferred)), restore(Deferred.await(deferred)))
  })
}

/**
 * Shares each run of an effect, as {@link shareAttempt} does, and caches its first success.
 *
 * @example
 * ```ts
 * import { untilSuccess } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 *
 * let runs = 0
 * const once = untilSuccess(Effect.sync(() => (runs += 1)))
 * await Effect.runPromise(Effect.all([once, once])) // [1, 1]
 * ```
 */
export const untilSuccess = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let succeeded: Effect.Effect<A> | undefined
  const attempt = shareAttempt(
    Effect.tap(effect, (value) =>
      Effect.sync(() => {
        succeeded = Effect.succeed(value)
      }),
    ),
  )
  return Effect.suspend(() => succeeded ?? attempt)
}
