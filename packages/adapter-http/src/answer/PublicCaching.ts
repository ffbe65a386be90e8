/**
 * How long shared caches may keep public answers.
 *
 * @module
 */

/** How long shared caches may keep public answers, in whole seconds. */
export interface ManifestCache {
  readonly sMaxAge: number
  /** How long they may serve a stale answer while they revalidate. */
  readonly staleWhileRevalidate: number
}

/** Five minutes, and a day while the service is unavailable. */
export const defaultManifestCache: ManifestCache = { sMaxAge: 300, staleWhileRevalidate: 86_400 }

/**
 * The headers that let shared caches keep a public answer.
 *
 * @example
 * ```ts
 * import { publicCaching } from "@consent-service/adapter-http/answer"
 *
 * publicCaching({ sMaxAge: 300, staleWhileRevalidate: 86_400 })["cache-control"]
 * // "public, s-maxage=300, stale-while-revalidate=86400"
 * ```
 */
export const publicCaching = ({ sMaxAge, staleWhileRevalidate }: ManifestCache) => {
  const cacheControl = `public, s-maxage=${sMaxAge}, stale-while-revalidate=${staleWhileRevalidate}`
  return { "cache-control": cacheControl, "cdn-cache-control": cacheControl }
}

/** Five minutes: a shared cache can be purged, a browser cannot. */
const longestInBrowsers = 300

/**
 * The same for what pages load: browsers keep it as well, as long as shared caches do, and at most five minutes.
 *
 * @example
 * ```ts
 * import { pageCaching } from "@consent-service/adapter-http/answer"
 *
 * pageCaching({ sMaxAge: 3600, staleWhileRevalidate: 60 })["cache-control"]
 * // "public, s-maxage=3600, max-age=300, stale-while-revalidate=60"
 * ```
 */
export const pageCaching = ({ sMaxAge, staleWhileRevalidate }: ManifestCache) => {
  const maxAge = Math.min(sMaxAge, longestInBrowsers)
  return {
    ...publicCaching({ sMaxAge, staleWhileRevalidate }),
    "cache-control": `public, s-maxage=${sMaxAge}, max-age=${maxAge}, stale-while-revalidate=${staleWhileRevalidate}`,
  }
}

const year = 365 * 86_400

/** For an address whose bytes never change. */
export const immutable = `public, max-age=${year}, immutable`
