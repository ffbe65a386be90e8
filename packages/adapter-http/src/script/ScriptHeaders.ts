/**
 * The headers of script answers.
 *
 * @module
 */
import { immutable, type ManifestCache, pageCaching, publicCaching } from "../answer/PublicCaching.js"

/** The inputs of the headers. */
export interface ScriptCaching {
  readonly manifestCache: ManifestCache
  /** Whether the answer depends on the `Host` of its request. */
  readonly byHost: boolean
  /** Whether it has the policy of `/manifest`, which no cache may keep longer there. */
  readonly hasPolicy: boolean
}

/**
 * The caching headers of a script at its usual address, kept by shared caches as `/manifest` is. A script whose address comes
 * from the request is not kept by browsers, and `vary` makes caches compare the field that was read. A cache that does not
 * can only store another host in it, which the script replaces by the origin of its own tag. `Origin` varies every answer.
 */
export const scriptCaching = (etag: string, { byHost, hasPolicy, manifestCache }: ScriptCaching) =>
  byHost
    ? { etag, ...publicCaching(manifestCache), vary: "Origin, Host" }
    : { etag, ...(hasPolicy ? publicCaching : pageCaching)(manifestCache) }

/** The caching headers of a file at an address with its digest, which no other file has. */
export const pinnedCaching = (etag: string) => ({ etag, "cache-control": immutable, "cdn-cache-control": immutable })

/** The caching headers of a script at an address with its digest. One that has the policy could outlive it there. */
export const pinnedScriptCaching = (etag: string, caching: ScriptCaching) =>
  caching.hasPolicy ? scriptCaching(etag, caching) : pinnedCaching(etag)

/** The other headers of a 200. Any page may load a script, including pages with a cross-origin embedder policy. */
export const scriptContent = {
  "content-type": "text/javascript; charset=utf-8",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
}
