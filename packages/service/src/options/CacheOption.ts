/**
 * The `cache` option, of the instance and of single groups.
 *
 * @module
 */
import { foreign, resolving } from "@consent-service/core/authored"
import { type ExternalCache, isExternalCache, toCachePort } from "../cache/ExternalCache.js"

/** The schema of the option; its setting is the cache port. */
export const CacheOption = resolving(
  foreign<ExternalCache>(
    isExternalCache,
    "must be a cache: an object with the functions get(key), set(key, value, ttlMs) and delete(key)",
  ),
  toCachePort,
)
