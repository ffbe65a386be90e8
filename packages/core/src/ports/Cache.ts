/**
 * The port of an external cache: its values may disappear at any time, and several processes may share it.
 *
 * Its law is the suite `CacheLaws` of `@consent-service/testkit`: a value is found until it expires or is
 * deleted, unchanged, and never under another key.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/**
 * The cache is unavailable; callers continue without it.
 *
 * @example
 * ```ts
 * import { Cache, CacheUnavailable } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const unavailable = Effect.fail(new CacheUnavailable({ cause: "connection refused" }))
 * const down = Layer.succeed(Cache, { get: () => unavailable, set: () => unavailable, delete: () => unavailable })
 * ```
 */
export class CacheUnavailable extends Data.TaggedError("CacheUnavailable")<{ readonly cause: unknown }> {}

/**
 * A cache that processes share. Without it, or while it is unavailable, each process counts and caches separately.
 *
 * @example
 * ```ts
 * import { Cache } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Option from "effect/Option"
 *
 * const kept = new Map<string, string>()
 * const cache = Layer.succeed(Cache, {
 *   get: (key) => Effect.sync(() => Option.fromNullable(kept.get(key))),
 *   set: (key, value) => Effect.sync(() => void kept.set(key, value)),
 *   delete: (key) => Effect.sync(() => void kept.delete(key)),
 * })
 * ```
 */
export class Cache extends Context.Tag("@consent-service/core/ports/Cache")<
  Cache,
  {
    readonly get: (key: string) => Effect.Effect<Option.Option<string>, CacheUnavailable>
    /** @param ttlMs - when the value expires, in milliseconds, at least 1 */
    readonly set: (key: string, value: string, ttlMs: number) => Effect.Effect<void, CacheUnavailable>
    readonly delete: (key: string) => Effect.Effect<void, CacheUnavailable>
  }
>() {}
