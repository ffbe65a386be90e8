import { cacheLaws } from "@consent-service/testkit/CacheLaws"
import * as Effect from "effect/Effect"
import { type PromiseCache, toCachePort } from "./ExternalCache.js"

/** A cache as integrators write it, on a separate clock. */
const makePromiseCache = () => {
  const entries = new Map<string, { readonly value: string; readonly until: number }>()
  let now = 0
  const cache: PromiseCache = {
    get: async (key) => {
      const entry = entries.get(key)
      return entry !== undefined && now < entry.until ? entry.value : null
    },
    set: async (key, value, ttlMs) => entries.set(key, { value, until: now + ttlMs }),
    delete: (key) => {
      entries.delete(key)
    },
  }
  const passTime = (ms: number) =>
    Effect.sync(() => {
      now += ms
    })
  return { cache, passTime }
}

const promised = makePromiseCache()

cacheLaws("a cache of promises, as the port", {
  makeCache: Effect.succeed(toCachePort(promised.cache)),
  passTime: promised.passTime,
})

const twice = makePromiseCache()

cacheLaws("the port, given as a cache", {
  makeCache: Effect.succeed(toCachePort(toCachePort(twice.cache))),
  passTime: twice.passTime,
})
