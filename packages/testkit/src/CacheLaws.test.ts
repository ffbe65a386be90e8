import type { Cache } from "@consent-service/core/ports"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { cacheLaws } from "./CacheLaws.js"

/** A minimal cache: nothing is evicted, but expired values are not found. */
const makeCache = Effect.sync((): Context.Tag.Service<Cache> => {
  const entries = new Map<string, { readonly value: string; readonly until: number }>()
  return {
    get: (key) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const entry = entries.get(key)
        return entry !== undefined && now < entry.until ? Option.some(entry.value) : Option.none()
      }),
    set: (key, value, ttlMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        entries.set(key, { value, until: now + ttlMs })
      }),
    delete: (key) =>
      Effect.sync(() => {
        entries.delete(key)
      }),
  }
})

cacheLaws("a cache in memory, on the test clock", { makeCache, passTime: TestClock.adjust, testClock: true })

cacheLaws("a cache in memory, on the real clock", { makeCache, passTime: Effect.sleep, runs: 5 })
