/**
 * The `rateLimit` option: how many requests one network, one subject and all clients of a process may send.
 *
 * @module
 */
import { rateLimitFields, type RateLimitOptions as Rates } from "@consent-service/adapter-http/limit"
import { type Authored, type OptionGroup, orNull, type Resolved, says } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"
import { CacheOption } from "./CacheOption.js"

const cacheField = {
  /**
   * Counts acts for all processes together. Where `rateLimit` is left out, each process counts separately, so that no
   * save waits for a cache that was set for something else.
   *
   * @default `cache`
   */
  cache: orNull(CacheOption),
}

/** How many requests an instance accepts. */
export interface RateLimitOptions extends Rates, Authored<typeof cacheField>, OptionGroup {}

/** {@link RateLimitOptions} as decoded, with its cache port. */
export interface RateLimitResolved extends Rates, Resolved<typeof cacheField> {}

const fields = { ...rateLimitFields, ...cacheField }

const Limits: Schema.Schema<RateLimitResolved, RateLimitOptions> = Schema.Struct(fields)

const names = Object.keys(fields)
  .map((name) => `${name}?`)
  .join(", ")

/** The schema of the option. */
export const RateLimit: Schema.Schema<RateLimitResolved | boolean, RateLimitOptions | boolean> = Schema.Union(
  Schema.Boolean.annotations(says(`must be true, false, or { ${names} }`)),
  Limits,
)
