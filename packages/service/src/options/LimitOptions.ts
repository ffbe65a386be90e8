/**
 * What one client, or all of them together, may ask of an instance (service.md, "Limits"; contract decision 16).
 *
 * @module
 */
import { defaultRateLimits, type RateLimitOptions as Rates } from "@consent-service/adapter-http/limit/RateLimit"
import * as Schema from "effect/Schema"
import { type CachePort, type ExternalCache, toCachePort } from "../cache/ExternalCache.js"
import { CacheShape, field, says, whole } from "./Shape.js"

/** Bounds on the work an instance takes on at once. */
export interface LimitOptions {
  /** The largest request body, in bytes. Default 65536. */
  readonly maxBodyBytes?: number
  /** How many saves are with the database at once. Default 512. */
  readonly maxConcurrentSaves?: number
  /** How many saves wait for their turn; those beyond are answered 503 at once. Default 1024. */
  readonly maxQueuedSaves?: number
}

/** {@link LimitOptions} with every default filled in. */
export type Limits = Required<LimitOptions>

/**
 * How often one network, and one subject, may write. Default: a burst of 120 and 20 a second for a network, a burst of
 * 10 and one in two seconds for a subject.
 */
export interface RateLimitOptions extends Rates {
  /** Counts for all processes together. Default: the instance's `cache`, else each process counts on its own. */
  readonly cache?: ExternalCache
}

/** {@link RateLimitOptions} with every default filled in. */
export interface RateLimits extends Required<Rates> {
  /** Null: each process counts on its own. */
  readonly cache: CachePort | null
  /** The headers that `ipAddress.ipAddressHeaders` names, lower-case; null where it is left out. */
  readonly networkHeaders: ReadonlyArray<string> | null
}

const Rate = Schema.Struct({
  capacity: whole("requests", 1, 1_000_000),
  refillPerSecond: Schema.Number.pipe(Schema.between(0.001, 1_000_000)).annotations(
    says("must be a number of requests a second, 0.001 to 1000000"),
  ),
})

/** The shapes of `limits` and `rateLimit`. */
export const limitFields = {
  limits: field(
    Schema.Struct({
      maxBodyBytes: field(whole("bytes", 1, 16 * 1024 * 1024)),
      maxConcurrentSaves: field(whole("saves", 1, 65_536)),
      maxQueuedSaves: field(whole("saves", 0, 1_048_576)),
    }),
  ),
  rateLimit: field(
    Schema.Union(
      Schema.Boolean.annotations(says("must be true, false, or { perNetwork?, perSubject?, cache? }")),
      Schema.Struct({ perNetwork: field(Rate), perSubject: field(Rate), cache: field(CacheShape) }),
    ),
  ),
}

/** Fills in the defaults of checked limits. */
export const resolveLimits = (limits: LimitOptions = {}): Limits => ({
  maxBodyBytes: limits.maxBodyBytes ?? 64 * 1024,
  maxConcurrentSaves: limits.maxConcurrentSaves ?? 512,
  maxQueuedSaves: limits.maxQueuedSaves ?? 1_024,
})

/**
 * Fills in the defaults of a checked rate limit.
 *
 * @param cache - the instance's own, used where the option names none
 * @returns null when nobody is limited
 */
export const resolveRateLimit = (
  rateLimit: RateLimitOptions | boolean = false,
  cache: CachePort | null,
  addressHeaders: ReadonlyArray<string> | undefined,
): RateLimits | null => {
  if (rateLimit === false) return null
  const { cache: own, perNetwork, perSubject } = rateLimit === true ? {} : rateLimit
  return {
    perNetwork: perNetwork ?? defaultRateLimits.perNetwork,
    perSubject: perSubject ?? defaultRateLimits.perSubject,
    cache: own === undefined ? cache : toCachePort(own),
    networkHeaders: addressHeaders?.map((name) => name.toLowerCase()) ?? null,
  }
}
