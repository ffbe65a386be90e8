/**
 * How often one network, and one subject, may write (reliability.md section 0): a token bucket for each, in this
 * process's memory, and in a `Cache` too where processes share one.
 *
 * @module
 */
import type { Cache } from "@consent-service/core/ports/Cache"
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type Buckets, makeBuckets } from "./Buckets.js"
import { type Asked, makeTakeShared } from "./SharedBuckets.js"
import { type BucketLimit, take, type Take } from "./TokenBucket.js"

/** How often a network and a subject may write. */
export interface RateLimitOptions {
  /**
   * For each network, as `networkPrefix` tells it; a burst of 120 and 20 a second by default. A whole office, or
   * thousands of customers of a mobile carrier, can stand behind one network, and every one of them saves when he
   * first sees the banner: this is 72,000 visitors an hour.
   */
  readonly perNetwork?: BucketLimit
  /**
   * For each subject; a burst of 10 and one in two seconds by default. A visitor saves once or twice, and his browser
   * replays a few saves at once when it is back online.
   */
  readonly perSubject?: BucketLimit
}

/** The limits that hold where none are given. */
export const defaultRateLimits: Required<RateLimitOptions> = {
  perNetwork: { capacity: 120, refillPerSecond: 20 },
  perSubject: { capacity: 10, refillPerSecond: 0.5 },
}

/** Who wants to write; what is not known is not limited by. */
export interface RateRequest {
  /** As `networkPrefix` tells it. */
  readonly network: string | null
  readonly subject: string | null
}

/** Whether a request may go on. */
export type RateVerdict = Data.TaggedEnum<{
  Allowed: {}
  /** Not before so many seconds, whole and at least 1. */
  RateLimited: { readonly retryAfterSeconds: number }
}>

/** Constructors and matchers of a verdict. */
export const RateVerdict = Data.taggedEnum<RateVerdict>()

/** Limits requests by where they come from and what they are about. */
export interface RateLimit {
  /**
   * Takes a token from the buckets of the network and of the subject, or from neither when one of them has none.
   * Without a cache it ends at once, and nothing has to be waited for. A request with no known address is limited by
   * its subject only.
   */
  readonly check: (request: RateRequest) => Effect.Effect<RateVerdict>
}

/** How many networks, and how many subjects, are in memory at most: some ten megabytes of each. */
const maxKeys = 50_000

const verdictOf = (takes: ReadonlyArray<Take>): RateVerdict => {
  if (takes.every(({ allowed }) => allowed)) return RateVerdict.Allowed()
  const retryAfterMs = Math.max(...takes.map((taken) => taken.retryAfterMs))
  return RateVerdict.RateLimited({ retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) })
}

interface LocalAsked extends Asked {
  readonly buckets: Buckets
}

const takeLocal = (asked: ReadonlyArray<LocalAsked>, now: number): RateVerdict => {
  const takes = asked.map((one) => ({ ...one, taken: take(one.buckets.find(one.key, now), now, one.limit) }))
  const verdict = verdictOf(takes.map(({ taken }) => taken))
  // What is refused leaves no trace: it can neither drain a whole office's bucket nor fill the memory.
  if (verdict._tag === "Allowed") for (const { buckets, key, taken } of takes) buckets.keep(key, taken.state, now)
  return verdict
}

/**
 * Makes the limit of an instance. With a cache, a request must pass this process's own buckets, which are exact, and
 * then those of all processes; see `makeTakeShared` for what these can promise. What these refuse has still been taken
 * from its own. Instances that share a cache under one
 * key prefix share the buckets.
 *
 * @param cache - null for this process's memory alone
 * @param now - milliseconds of a clock that never goes back
 */
export const makeRateLimit = (
  options: RateLimitOptions = {},
  cache: Context.Tag.Service<Cache> | null = null,
  now: () => number = () => performance.now(),
): RateLimit => {
  const { perNetwork, perSubject } = { ...defaultRateLimits, ...options }
  const networks = makeBuckets(perNetwork, maxKeys)
  const subjects = makeBuckets(perSubject, maxKeys)
  const takeShared = cache === null ? null : makeTakeShared(cache)

  const askedBy = ({ network, subject }: RateRequest): ReadonlyArray<LocalAsked> => [
    ...(network === null ? [] : [{ key: `a:${network}`, limit: perNetwork, buckets: networks }]),
    ...(subject === null ? [] : [{ key: `s:${subject}`, limit: perSubject, buckets: subjects }]),
  ]

  return {
    check: (request) =>
      Effect.suspend(() => {
        const asked = askedBy(request)
        const verdict = takeLocal(asked, now())
        return takeShared === null || verdict._tag === "RateLimited"
          ? Effect.succeed(verdict)
          : Effect.map(takeShared(asked), verdictOf)
      }),
  }
}
