/**
 * The rate limits of an instance, as options and as settings.
 *
 * @module
 */
import { type Authored, type OptionGroup, says, whole } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"
import type { BucketLimit } from "./TokenBucket.js"

const perSecond = (unit: string, most: number) =>
  Schema.Number.pipe(Schema.between(0.001, most)).annotations(
    says(`must be a number of ${unit} a second, 0.001 to ${most}`),
  )

const Bytes: Schema.Schema<BucketLimit> = Schema.Struct({
  capacity: whole("bytes", 1, 1_000_000_000_000),
  refillPerSecond: perSecond("bytes", 1_000_000_000_000),
})

const actLimitFields = {
  /** The largest burst of requests. */
  capacity: whole("requests", 1, 1_000_000),
  /** How many requests a second pass in the long run. */
  refillPerSecond: perSecond("requests", 1_000_000),
  /**
   * Limits the bytes of request bodies, in the same form: how many in a burst, and how many a second. A body that is
   * larger than `capacity` counts as `capacity`. Default: in `perNetwork` and `perProcess` as many for each request as
   * the default limits allow, else no limit.
   */
  bytes: Schema.optional(Bytes),
}

/** A bucket of requests, and one of the bytes of their bodies. */
export interface ActLimit extends Authored<typeof actLimitFields>, OptionGroup {}

const Limit: Schema.Schema<ActLimit> = Schema.Struct(actLimitFields)

/** The members of `rateLimit`, without the cache that processes share. */
export const rateLimitFields = {
  /**
   * Acts of each network: of an IPv4 address, of an IPv6 /64, and of an IPv6 /48 four times as many.
   *
   * An office, or thousands of customers of a mobile carrier, can share one address, and each of them saves when they
   * first see the banner: the default admits 72,000 visitors an hour.
   *
   * @default `{ capacity: 120, refillPerSecond: 20, bytes: { capacity: 2000000, refillPerSecond: 50000 } }`
   */
  perNetwork: Schema.optional(Limit),
  /**
   * Acts of each subject. Links of each subject have a bucket of the same size.
   *
   * Visitors save once or twice, and their browsers replay a few saves together when they are back online.
   *
   * @default `{ capacity: 10, refillPerSecond: 0.5 }`
   */
  perSubject: Schema.optional(Limit),
  /**
   * Acts of all clients of this process.
   *
   * @default `{ capacity: 10000, refillPerSecond: 2000, bytes: { capacity: 100000000, refillPerSecond: 20000000 } }`
   */
  perProcess: Schema.optional(Limit),
  /**
   * Reads and links of subjects, and reads of the evidence log, by network as in `perNetwork`.
   *
   * @default `{ capacity: 300, refillPerSecond: 50 }`
   */
  reads: Schema.optional(Limit),
  /**
   * Reports to `POST /sessions`, by the network that sends them.
   *
   * @default `{ capacity: 5000, refillPerSecond: 1000 }`
   */
  sessions: Schema.optional(Limit),
}

/** How many requests an instance accepts. Requests with an API key have no limit. */
export interface RateLimitOptions extends Authored<typeof rateLimitFields>, OptionGroup {}

/** The limits that hold where none are given. */
export const defaultRateLimits = {
  perNetwork: {
    capacity: 120,
    refillPerSecond: 20,
    bytes: { capacity: 2_000_000, refillPerSecond: 50_000 },
  },
  perSubject: { capacity: 10, refillPerSecond: 0.5 },
  perProcess: {
    capacity: 10_000,
    refillPerSecond: 2_000,
    bytes: { capacity: 100_000_000, refillPerSecond: 20_000_000 },
  },
  reads: { capacity: 300, refillPerSecond: 50 },
  sessions: { capacity: 5_000, refillPerSecond: 1_000 },
} as const satisfies Required<RateLimitOptions>

type Name = keyof RateLimitOptions

/** Limits with every default filled in. */
export interface Limits {
  readonly limits: { readonly [name in Name]-?: ActLimit }
  /** Which limits are defaults. */
  readonly defaults: { readonly [name in Name]-?: boolean }
}

/** The default bytes for each request: a higher limit of requests raises the limit of bytes. */
const withBytes = (limit: ActLimit, usual: ActLimit & { readonly bytes: BucketLimit }): ActLimit => ({
  ...limit,
  bytes: limit.bytes ?? {
    capacity: Math.ceil((limit.capacity / usual.capacity) * usual.bytes.capacity),
    refillPerSecond: (limit.refillPerSecond / usual.refillPerSecond) * usual.bytes.refillPerSecond,
  },
})

const isSame = (limit: BucketLimit | undefined, usual: BucketLimit | undefined): boolean =>
  limit?.capacity === usual?.capacity && limit?.refillPerSecond === usual?.refillPerSecond

const isDefault = (limit: ActLimit, usual: ActLimit): boolean =>
  isSame(limit, usual) && isSame(limit.bytes, usual.bytes)

/**
 * Fills in the defaults. A limit of requests without one of bytes gets as many bytes for each request as the default.
 *
 * @example
 * ```ts
 * import { resolveLimits } from "@consent-service/adapter-http/limit"
 *
 * const { defaults, limits } = resolveLimits({ perSubject: { capacity: 2, refillPerSecond: 0.1 } })
 * limits.perSubject // { capacity: 2, refillPerSecond: 0.1 }
 * defaults.reads // true
 * ```
 */
export const resolveLimits = (options: RateLimitOptions): Limits => {
  const usual: Limits["limits"] = defaultRateLimits
  const { perNetwork, perProcess } = defaultRateLimits
  const limits = {
    perNetwork: withBytes(options.perNetwork ?? perNetwork, perNetwork),
    perSubject: options.perSubject ?? usual.perSubject,
    perProcess: withBytes(options.perProcess ?? perProcess, perProcess),
    reads: options.reads ?? usual.reads,
    sessions: options.sessions ?? usual.sessions,
  }
  return {
    limits,
    defaults: {
      perNetwork: isDefault(limits.perNetwork, usual.perNetwork),
      perSubject: isDefault(limits.perSubject, usual.perSubject),
      perProcess: isDefault(limits.perProcess, usual.perProcess),
      reads: isDefault(limits.reads, usual.reads),
      sessions: isDefault(limits.sessions, usual.sessions),
    },
  }
}
