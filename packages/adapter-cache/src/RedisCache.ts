/**
 * The cache port on Redis, over a client that the integrator brings, connects and closes: `redis` (node-redis) or
 * `ioredis`.
 *
 * @module
 */
import { Cache, CacheUnavailable } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** The subset of a `redis` 5 or 6 client that is used; its clusters and pools fit too. */
export interface NodeRedisClient {
  readonly get: (key: string) => Promise<string | null>
  readonly set: (
    key: string,
    value: string,
    options: { readonly expiration: { readonly type: "PX"; readonly value: number } },
  ) => Promise<unknown>
  readonly del: (key: string) => Promise<unknown>
}

/** The subset of an `ioredis` 5 client that is used; its clusters fit too. */
export interface IoRedisClient {
  readonly get: (key: string) => Promise<string | null>
  readonly set: (key: string, value: string, millisecondsToken: "PX", milliseconds: number) => Promise<unknown>
  readonly del: (key: string) => Promise<unknown>
}

/** How a Redis is used. */
export interface RedisCacheOptions {
  /** Prefix of every key, which separates services that share a server; `cs:` by default. */
  readonly keyPrefix?: string
  /** How long a command may take, in milliseconds; 250 by default. */
  readonly timeoutMs?: number
}

/** The three commands, the same for all clients. */
interface Commands {
  readonly get: (key: string) => Promise<string | null>
  readonly set: (key: string, value: string, ttlMs: number) => Promise<unknown>
  readonly del: (key: string) => Promise<unknown>
}

/** Prefix of values that are stored encoded. */
const mark = "\u0000"

/** Redis holds UTF-8, which has no unpaired surrogates: two different strings could become the same. */
const toStored = (text: string): string =>
  text.isWellFormed() && !text.startsWith(mark) ? text : mark + JSON.stringify(text)

const fromStored = (stored: string): string =>
  stored.startsWith(mark) ? String(JSON.parse(stored.slice(mark.length))) : stored

const make = (
  { del, get, set }: Commands,
  { keyPrefix = "cs:", timeoutMs = 250 }: RedisCacheOptions,
): Context.Tag.Service<Cache> => {
  const unavailable = (cause: unknown) => new CacheUnavailable({ cause })
  const tooSlow = () => unavailable(new Error(`Redis did not answer within ${timeoutMs} ms`))
  // A timed-out command may still settle: its promise is handled and its result discarded.
  const bounded = <A>(command: () => Promise<A>): Effect.Effect<A, CacheUnavailable> =>
    pipe(
      Effect.tryPromise({ try: command, catch: unavailable }),
      Effect.timeoutFail({ duration: timeoutMs, onTimeout: tooSlow }),
    )
  const keyOf = (key: string): string => keyPrefix + toStored(key)
  return {
    get: (key) =>
      bounded(async () => {
        const stored = await get(keyOf(key))
        return stored === null ? Option.none() : Option.some(fromStored(stored))
      }),
    set: (key, value, ttlMs) =>
      Effect.asVoid(bounded(() => set(keyOf(key), toStored(value), Math.max(1, Math.ceil(ttlMs))))),
    delete: (key) => Effect.asVoid(bounded(() => del(keyOf(key)))),
  }
}

/**
 * The cache over a client of `redis` 5 or 6.
 *
 * @example
 * ```ts
 * import * as RedisCache from "@consent-service/adapter-cache/RedisCache"
 * import { createClient } from "redis"
 *
 * const client = await createClient({ url: "redis://127.0.0.1" }).connect()
 * const cache = RedisCache.fromNodeRedis(client)
 * ```
 */
export const fromNodeRedis = (client: NodeRedisClient, options: RedisCacheOptions = {}): Context.Tag.Service<Cache> =>
  make(
    {
      get: (key) => client.get(key),
      set: (key, value, ttlMs) => client.set(key, value, { expiration: { type: "PX", value: ttlMs } }),
      del: (key) => client.del(key),
    },
    options,
  )

/**
 * The cache over a client of `ioredis` 5.
 *
 * @example
 * ```ts
 * import * as RedisCache from "@consent-service/adapter-cache/RedisCache"
 * import { Redis } from "ioredis"
 *
 * const cache = RedisCache.fromIoRedis(new Redis("redis://127.0.0.1"))
 * ```
 */
export const fromIoRedis = (client: IoRedisClient, options: RedisCacheOptions = {}): Context.Tag.Service<Cache> =>
  make(
    {
      get: (key) => client.get(key),
      set: (key, value, ttlMs) => client.set(key, value, "PX", ttlMs),
      del: (key) => client.del(key),
    },
    options,
  )

/**
 * A layer of `fromNodeRedis`. The layer does not close the client.
 *
 * @example
 * ```ts
 * import * as RedisCache from "@consent-service/adapter-cache/RedisCache"
 * import { createClient } from "redis"
 *
 * const client = await createClient({ url: "redis://127.0.0.1" }).connect()
 * const cache = RedisCache.layerNodeRedis(client)
 * ```
 */
export const layerNodeRedis = (client: NodeRedisClient, options: RedisCacheOptions = {}): Layer.Layer<Cache> =>
  Layer.succeed(Cache, fromNodeRedis(client, options))

/**
 * A layer of `fromIoRedis`. The layer does not close the client.
 *
 * @example
 * ```ts
 * import * as RedisCache from "@consent-service/adapter-cache/RedisCache"
 * import { Redis } from "ioredis"
 *
 * const cache = RedisCache.layerIoRedis(new Redis("redis://127.0.0.1"))
 * ```
 */
export const layerIoRedis = (client: IoRedisClient, options: RedisCacheOptions = {}): Layer.Layer<Cache> =>
  Layer.succeed(Cache, fromIoRedis(client, options))
