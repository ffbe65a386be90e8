/**
 * The headers of script answers.
 *
 * @module
 */

/** What the headers depend on. */
export interface ScriptCaching {
  /** As `/manifest` has it. */
  readonly cacheControl: string
  /** Whether the answer depends on the `Host` of its request. */
  readonly byHost: boolean
}

/**
 * The headers of a 304. A script whose address comes from its request is for that client alone: a shared cache whose key
 * and the `Host` it sends differ (an absolute-form target, a key without the host) would let one request decide what
 * others are served. Browsers keep it and revalidate by its tag. `vary` is for caches that store it anyway, and
 * makes them compare the field that was read; `Origin` varies every answer.
 */
export const unchangedHeaders = (etag: string, { byHost, cacheControl }: ScriptCaching) =>
  byHost
    ? { etag, "cache-control": "private, no-cache", "cdn-cache-control": "no-store", vary: "Origin, Host" }
    : { etag, "cache-control": cacheControl, "cdn-cache-control": cacheControl }

/** The headers of a 200. Any page may load a script, including pages with a cross-origin embedder policy. */
export const scriptHeaders = (etag: string, caching: ScriptCaching) => ({
  ...unchangedHeaders(etag, caching),
  "content-type": "text/javascript; charset=utf-8",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
})
