/**
 * Wraps the external cache with a measurement for each operation. It names the operation, never a key or a value.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { CachePort } from "../cache/ExternalCache.js"
import type { CacheMeasured } from "./Instruments.js"

/** Passes the outcome and duration of each operation to `measured`. */
export const measuredCache = (cache: CachePort, measured: (operation: CacheMeasured) => void): CachePort => {
  const around =
    (operation: CacheMeasured["operation"]) =>
    <A, E>(effect: Effect.Effect<A, E>, outcomeOf: (value: A) => CacheMeasured["outcome"]): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const startedAt = performance.now()
        return Effect.onExit(effect, (exit) =>
          Effect.sync(() =>
            measured({
              operation,
              durationMs: performance.now() - startedAt,
              outcome: Exit.match(exit, { onFailure: () => "failed", onSuccess: outcomeOf }),
            }),
          ),
        )
      })
  const [get, set, remove] = [around("get"), around("set"), around("delete")]
  return {
    get: (key) => get(cache.get(key), (found) => (Option.isSome(found) ? "hit" : "miss")),
    set: (key, value, ttlMs) => set(cache.set(key, value, ttlMs), () => "done"),
    delete: (key) => remove(cache.delete(key), () => "done"),
  }
}
