/**
 * The headers that permit pages of other origins to read an answer: any origin for `/init`, trusted origins otherwise.
 *
 * @module
 */
import { recent } from "@consent-service/core/primitives"
import type { OriginMatcher } from "../request/TrustedOrigins.js"

/** Whether a route is open to pages of any origin, or to trusted ones only. */
export type CorsRule = "any-origin" | "trusted-origins"

type Headers = Readonly<Record<string, string>>

const exposed = { "access-control-expose-headers": "x-cs-policy-contract, x-request-id, retry-after" }

const openToAll: Headers = { "access-control-allow-origin": "*", ...exposed }

const silent: Headers = {}

/** More origins than most sites have, and longer than any valid host name. */
const remembered = { bound: 512, longestKey: 300 }

/** Caches the decisions on recent origins. Bounded, as untrusted clients may send any. */
export const rememberOrigins = (trusts: OriginMatcher): OriginMatcher => {
  const decided = recent<boolean>(remembered)
  return (origin) => decided.findOrMake(origin, () => trusts(origin))
}

const allowedHeaders =
  "Content-Type, Authorization, x-request-id, x-cs-version, x-cs-policy-contract, x-cs-country, x-cs-region, " +
  "x-cs-gpc, x-cs-experiment, x-cs-vendors, sec-gpc, accept-language"

const reflected = (origin: string): Headers => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
})

/** The headers of an answer to a request with this `Origin` (null when it has none). */
export const corsHeaders = (rule: CorsRule, origin: string | null, trusts: OriginMatcher): Headers => {
  if (origin !== null && trusts(origin)) return Object.assign(reflected(origin), exposed)
  return rule === "any-origin" ? openToAll : silent
}

const preflight = (methods: string): Headers => ({
  "access-control-allow-methods": methods,
  "access-control-allow-headers": allowedHeaders,
  "access-control-max-age": "86400",
})

/** The headers of an answer to `OPTIONS`; without them, the browser does not send the request. */
export const preflightHeaders = (rule: CorsRule, origin: string | null, trusts: OriginMatcher): Headers => {
  const trusted = origin !== null && trusts(origin) ? origin : null
  if (rule === "any-origin") {
    const allow = trusted === null ? { "access-control-allow-origin": "*" } : reflected(trusted)
    return { ...allow, ...preflight("GET, HEAD, OPTIONS") }
  }
  return trusted === null ? {} : { ...reflected(trusted), ...preflight("GET, POST, PUT, DELETE, PATCH, OPTIONS") }
}
