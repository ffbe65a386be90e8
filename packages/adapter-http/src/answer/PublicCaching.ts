/**
 * How long shared caches may keep public answers.
 *
 * @module
 */

/** How long shared caches may keep public answers, in whole seconds. */
export interface ManifestCache {
  readonly sMaxAge: number
  /** How long they may serve an outdated answer while they fetch another. */
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
