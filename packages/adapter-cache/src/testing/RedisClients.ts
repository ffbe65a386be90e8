/** Caches over both clients, and helpers for their tests. */
import type { Cache, CacheUnavailable } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Redis } from "ioredis"
import { createClient } from "redis"
import * as RedisCache from "../RedisCache.js"

type CacheService = Context.Tag.Service<Cache>

/** A server on this machine, and how it is used. */
export interface OpenOptions extends RedisCache.RedisCacheOptions {
  readonly port: number
}

// As in the README.
const openNodeRedis = ({ port, ...options }: OpenOptions): Effect.Effect<CacheService, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const client = createClient({ url: `redis://127.0.0.1:${port}`, disableOfflineQueue: true })
        client.on("error", () => {})
        await client.connect()
        return client
      }),
      (client) => Effect.sync(() => client.destroy()),
    ),
    (client) => RedisCache.fromNodeRedis(client, options),
  )

const openIoRedis = ({ port, ...options }: OpenOptions): Effect.Effect<CacheService, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new Redis(`redis://127.0.0.1:${port}`, { enableOfflineQueue: false, lazyConnect: true })
        client.on("error", () => {})
        await client.connect()
        return client
      }),
      (client) => Effect.sync(() => client.disconnect()),
    ),
    (client) => RedisCache.fromIoRedis(client, options),
  )

/** How to open a cache, by client. */
export const clients = { "node-redis": openNodeRedis, ioredis: openIoRedis }

/** A unique prefix, whose keys are deleted with the scope. */
export const ownPrefix = (port: number) =>
  Effect.acquireRelease(
    Effect.sync(() => `cs-test:${crypto.randomUUID()}:`),
    (prefix) =>
      Effect.promise(async () => {
        const client = new Redis(port, "127.0.0.1")
        const keys = await client.keys(`${prefix}*`)
        if (keys.length > 0) await client.del(keys)
        client.disconnect()
      }),
  )

/** Whether the effect fails with a `CacheError` and nothing else. */
export const isUnavailable = <A>(effect: Effect.Effect<A, CacheUnavailable>) =>
  Effect.match(effect, { onFailure: (error) => error._tag === "CacheUnavailable", onSuccess: () => false })
