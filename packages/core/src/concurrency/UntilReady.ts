/**
 * Asks again until something is there.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** How often it is asked again. */
export interface Patience {
  /** Between two questions. */
  readonly every: Duration.DurationInput
  /** How many questions come after the first one. */
  readonly most: number
}

/**
 * Runs an effect until its value is ready, or patience ends.
 *
 * @returns the last value, ready or not
 * @example
 * ```ts
 * import { untilReady } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 *
 * let asked = 0
 * const ask = Effect.sync(() => (asked += 1))
 * const third = Effect.runPromise(untilReady(ask, (times) => times === 3, { every: "1 milli", most: 5 }))
 * ```
 */
export const untilReady = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  isReady: (value: A) => boolean,
  { every, most }: Patience,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(effect, (value) =>
    isReady(value) || most === 0
      ? Effect.succeed(value)
      : Effect.delay(untilReady(effect, isReady, { every, most: most - 1 }), every),
  )
