/**
 * Effects that already have their result and need no fiber.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

const isThere = <A, E, R>(effect: Effect.Effect<A, E, R>): effect is Exit.Success<A, E> =>
  Exit.isExit(effect) && Exit.isSuccess(effect)

/**
 * `Effect.map`, synchronous where the result is available.
 *
 * @example
 * ```ts
 * import { atOnce, mapAtOnce } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 *
 * atOnce(mapAtOnce(Effect.succeed(1), (value) => value + 1)) // 2
 * ```
 */
export const mapAtOnce = <A, B, E>(effect: Effect.Effect<A, E>, f: (value: A) => B): Effect.Effect<B, E> =>
  isThere(effect) ? Exit.succeed(f(effect.value)) : Effect.map(effect, f)

/**
 * `Effect.flatMap`, done without a fiber where the result is there.
 *
 * @example
 * ```ts
 * import { atOnce, flatMapAtOnce } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 *
 * atOnce(flatMapAtOnce(Effect.succeed(1), (value) => Effect.succeed(value + 1))) // 2
 * ```
 */
export const flatMapAtOnce = <A, B, E, E2>(
  effect: Effect.Effect<A, E>,
  f: (value: A) => Effect.Effect<B, E2>,
): Effect.Effect<B, E | E2> => (isThere(effect) ? f(effect.value) : Effect.flatMap(effect, f))

/**
 * The result where it is there, else the effect.
 *
 * @example
 * ```ts
 * import { atOnce } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 *
 * atOnce(Effect.succeed(1)) // 1
 * ```
 */
export const atOnce = <A, E>(effect: Effect.Effect<A, E>): A | Effect.Effect<A, E> =>
  isThere(effect) ? effect.value : effect
