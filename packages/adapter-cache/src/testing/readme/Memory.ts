import * as MemoryCache from "@consent-service/adapter-cache/MemoryCache"

export const layer = MemoryCache.layer({ maxEntries: 1_000, maxBytes: 32 * 1024 * 1024 })
