/**
 * The headers that script answers go out with (service.md, "Script routes"; wire.md 1.12).
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
 * The headers of a 304. A shared cache keys on the target URI and so, as a rule, on the host. Where its key and the
 * `Host` it sends us differ (an absolute-form target, a key without the host), one request could decide what others
 * are served; `vary` makes it compare the very field we read. `Origin` is what varies every answer.
 */
export const unchangedHeaders = (etag: string, { byHost, cacheControl }: ScriptCaching) => ({
  etag,
  "cache-control": cacheControl,
  "cdn-cache-control": cacheControl,
  ...(byHost ? { vary: "Origin, Host" } : {}),
})

/** The headers of a 200. Any page may load a script, those that isolate themselves by COEP too (browser.md 1.1). */
export const scriptHeaders = (etag: string, caching: ScriptCaching) => ({
  ...unchangedHeaders(etag, caching),
  "content-type": "text/javascript; charset=utf-8",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
})
