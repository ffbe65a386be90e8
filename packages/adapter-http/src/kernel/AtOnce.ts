/**
 * Effects that already have their result and need no fiber.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

const isThere = <A, E>(effect: Effect.Effect<A, E>): effect is Exit.Success<A, E> =>
  Exit.isExit(effect) && Exit.isSuccess(effect)

/** `Effect.map`, synchronous where the result is available. */
export const mapAtOnce = <A, B, E>(effect: Effect.Effect<A, E>, f: (value: A) => B): Effect.Effect<B, E> =>
  isThere(effect) ? Exit.succeed(f(effect.value)) : Effect.map(effect, f)

/** `Effect.flatMap`, done without a fiber where the result is there. */
export const flatMapAtOnce = <A, B, E>(
  effect: Effect.Effect<A, E>,
  f: (value: A) => Effect.Effect<B, E>,
): Effect.Effect<B, E> => (isThere(effect) ? f(effect.value) : Effect.flatMap(effect, f))

/** The result where it is there, else the effect. */
export const atOnce = <A, E>(effect: Effect.Effect<A, E>): A | Effect.Effect<A, E> =>
  isThere(effect) ? effect.value : effect
