/**
 * Token buckets that several processes share through a `Cache`.
 *
 * @module
 */
import type { Cache } from "@consent-service/core/ports"
import { sha256Hex } from "@consent-service/core/primitives"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type BucketLimit, type BucketState, fullBucket, take, type Take } from "./TokenBucket.js"

/** A bucket to take tokens from. */
export interface Asked {
  readonly key: string
  readonly limit: BucketLimit
  /** How many tokens. */
  readonly count: number
}

/** Takes tokens from each of the buckets or, when one has too few, from none. */
export type TakeShared = (asked: ReadonlyArray<Asked>) => Effect.Effect<ReadonlyArray<Take>>

/** The cache that processes share, and whose buckets they are: tenants count separately. */
export interface SharedCache {
  readonly cache: Context.Tag.Service<Cache>
  readonly tenant: string | null
}

/** How long a request waits for the cache. */
const patienceMs = 50

/** How long a cache is skipped after it failed or was slow, so that requests do not wait for it. */
const restMs = 1_000

/**
 * The hash of a subject's id or a network. It hides them from casual readers of the cache, although a determined
 * reader can try all networks.
 */
const cacheKey = (tenant: string | null, key: string): string =>
  `rate:${sha256Hex(tenant === null ? key : JSON.stringify([tenant, key]))}`

/** In whole thousandths: JavaScript prints small fractions with an exponent. */
const render = ({ at, level }: BucketState): string => `${Math.floor(level)} ${at}`

const parse = (text: string): BucketState | null => {
  const [, level, at] = /^(\d+) (\d+)$/.exec(text) ?? []
  return level === undefined || at === undefined ? null : { level: Number(level), at: Number(at) }
}

/**
 * Takes from shared buckets, as far as the cache allows: while it fails or is slow, nothing is refused on its behalf.
 *
 * The cache cannot take a token in one step. What several processes read before one of them has written, all of them
 * take; each within its own bucket, so that at most as many times the capacity as there are processes comes through.
 *
 * The time is the wall clock's, which is the only one that processes have in common. One whose clock is ahead fills
 * the buckets sooner, and for the others they fill up when their own clocks have come that far, or when the entry's
 * time is up.
 */
export const makeTakeShared = ({ cache, tenant }: SharedCache): TakeShared => {
  let restUntil = 0

  const read = (now: number) => (asked: Asked) =>
    Effect.map(cache.get(cacheKey(tenant, asked.key)), (found) => {
      const state = Option.getOrNull(Option.flatMapNullable(found, parse)) ?? fullBucket(asked.limit, now)
      return { ...asked, taken: take(state, now, asked.limit, asked.count) }
    })

  // After the time to refill, a missing bucket and a stored one are the same.
  const write = ({ key, limit, taken }: Asked & { readonly taken: Take }) =>
    cache.set(cacheKey(tenant, key), render(taken.state), Math.ceil((limit.capacity / limit.refillPerSecond) * 1000))

  const takeAll = (asked: ReadonlyArray<Asked>, now: number) =>
    Effect.flatMap(Effect.forEach(asked, read(now), { concurrency: "unbounded" }), (found) => {
      const takes = found.map(({ taken }) => taken)
      return takes.every(({ allowed }) => allowed)
        ? Effect.as(Effect.forEach(found, write, { concurrency: "unbounded", discard: true }), takes)
        : Effect.succeed(takes)
    })

  const rest = (now: number): ReadonlyArray<Take> => {
    restUntil = now + restMs
    return []
  }

  return (asked) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      // Also no longer when the clock has gone back.
      if (now < restUntil && restUntil - now <= restMs) return Effect.succeed([])
      return takeAll(asked, now).pipe(
        Effect.timeout(patienceMs),
        Effect.catchAllCause(() => Effect.sync(() => rest(now))),
      )
    })
}
