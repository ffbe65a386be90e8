/**
 * Request and response headers that several routes share.
 *
 * @module
 */
import { header, type HeaderNotes } from "./Annotations.js"

const gpc = { type: "string", enum: ["0", "1"] }

/** The visitor's location; the query is read first, then these in order. */
export const placeHeaders: HeaderNotes = {
  "x-cs-country": header("The visitor's country, after the query; the headers of edge networks follow", "DE"),
  "x-cs-region": header("The visitor's region, after the query; the headers of edge networks follow", "CA"),
  "cf-ipcountry": header("The country as set by Cloudflare"),
  "x-vercel-ip-country": header("The country as set by Vercel"),
  "x-amz-cf-ipcountry": header("The country as set by CloudFront"),
  "x-country-code": header("The country as set by another edge network"),
  "x-country": header("The country as set by another edge network"),
  "cf-region-code": header("The region as set by Cloudflare"),
  "x-vercel-ip-country-region": header("The region as set by Vercel"),
  "x-region-code": header("The region as set by another edge network"),
}

/** Other inputs of a resolution. */
export const visitorHeaders: HeaderNotes = {
  ...placeHeaders,
  "accept-language": header("The languages the visitor reads", "de-AT,de;q=0.9"),
  "x-cs-gpc": { ...header("Global Privacy Control, after the query", "1"), schema: gpc },
  "sec-gpc": { ...header("Global Privacy Control as browsers send it", "1"), schema: gpc },
}

/** Headers by which a client identifies itself. */
export const clientHeaders: HeaderNotes = {
  "x-cs-version": header("The client's version, after the query", "3.0.0"),
  "x-cs-policy-contract": header("The policy contract the client speaks, after the query", "1"),
}

/** Where a visitor's address is read from, unless `ipAddress.ipAddressHeaders` or `trustedProxies` are set. */
export const addressHeaders: HeaderNotes = {
  "x-forwarded-for": header("The visitor's address; which headers and entries count is configured", "203.0.113.7"),
  "user-agent": header("Stored where the policy requires it, up to 512 characters"),
}

/** Headers of responses that any cache may keep. */
export const cacheable: HeaderNotes = {
  etag: header("Identifies the response, for If-None-Match", '"5f0c…"'),
  "cache-control": header("How long shared caches may keep it", "public, s-maxage=300, stale-while-revalidate=86400"),
  "cdn-cache-control": header("The same, for CDNs that prefer this header"),
}

/** Headers of responses whose bytes never change. */
export const permanent: HeaderNotes = {
  ...cacheable,
  "cache-control": header("Any cache may keep it for a year", "public, max-age=31536000, immutable"),
}

/** Headers of responses that are compressed for clients that accept it. */
export const compressed: HeaderNotes = {
  "content-encoding": {
    ...header("The coding of the body, where it is compressed; each coding has an entity tag of its own", "br"),
    schema: { type: "string", enum: ["br", "gzip"] },
  },
}

/** Headers of requests for those. */
export const negotiated: HeaderNotes = {
  "accept-encoding": header("The content codings that the client accepts; `br` and `gzip` are known", "gzip, br"),
}

/** Headers of requests for cacheable responses. */
export const conditional: HeaderNotes = {
  "if-none-match": header("Entity tags the client has: a list, weak ones and * included", '"5f0c…"'),
}

/** Headers of responses that no cache may keep. */
export const uncached: HeaderNotes = { "cache-control": header("No cache may store it", "no-store") }

/** Headers of responses whose content type browsers must not guess. */
export const sniffless: HeaderNotes = { "x-content-type-options": header("Disables MIME type sniffing", "nosniff") }
