/**
 * Caches that several parts of Consent Service may share.
 *
 * @module
 */
export * as MemoryCache from "./MemoryCache.js"
export * as RedisCache from "./RedisCache.js"
