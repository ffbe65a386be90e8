/**
 * The cache port in this process's memory: bounded by entries and bytes, and evicts the least recently used entry.
 *
 * @module
 */
import { Cache } from "@consent-service/core/ports"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** How much is kept. */
export interface MemoryCacheOptions {
  /** The largest number of values; 10,000 by default. */
  readonly maxEntries?: number
  /**
   * The largest size of keys and values in bytes, each character counted as two; 64 MiB by default. A value that is larger
   * by itself is not kept.
   */
  readonly maxBytes?: number
}

interface Entry {
  readonly value: string
  readonly bytes: number
  /** In milliseconds of the monotonic clock. */
  readonly expiresAt: number
}

/** Entries in the order they were last used. */
const makeEntries = ({ maxBytes = 64 * 1024 * 1024, maxEntries = 10_000 }: MemoryCacheOptions) => {
  const entries = new Map<string, Entry>()
  // Kept, because a new iterator would pass by the gaps of all that has gone: whatever is used moves to the end, so
  // nothing is ever left behind this one.
  const oldest = entries.keys()
  let bytes = 0

  const remove = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  const isOverfull = () => entries.size > maxEntries || bytes > maxBytes

  const add = (key: string, entry: Entry): void => {
    entries.set(key, entry)
    bytes += entry.bytes
    while (isOverfull()) {
      const { done, value } = oldest.next()
      if (done === true) return
      remove(value)
    }
  }

  return {
    find: (key: string, now: number): Option.Option<string> => {
      const entry = entries.get(key)
      if (entry === undefined) return Option.none()
      remove(key)
      if (now >= entry.expiresAt) return Option.none()
      add(key, entry)
      return Option.some(entry.value)
    },
    put: (key: string, value: string, expiresAt: number): void => {
      remove(key)
      const size = (key.length + value.length) * 2
      // One that does not fit would push out all the others first.
      if (size <= maxBytes) add(key, { value, bytes: size, expiresAt })
    },
    remove,
  }
}

/** Monotonic, so that a clock correction neither revives nor expires an entry. */
const nowMs = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos) / 1_000_000)

/**
 * A separate cache; it never fails.
 *
 * @example
 * ```ts
 * import * as MemoryCache from "@consent-service/adapter-cache/MemoryCache"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const cache = MemoryCache.make()
 * const found = Effect.runSync(Effect.zipRight(cache.set("greeting", "hello", 60_000), cache.get("greeting")))
 * Option.getOrNull(found) // "hello"
 * ```
 */
export const make = (options: MemoryCacheOptions = {}): Context.Tag.Service<Cache> => {
  const entries = makeEntries(options)
  return {
    get: (key) => Effect.map(nowMs, (now) => entries.find(key, now)),
    set: (key, value, ttlMs) => Effect.map(nowMs, (now) => entries.put(key, value, now + ttlMs)),
    delete: (key) => Effect.sync(() => entries.remove(key)),
  }
}

/**
 * A separate cache for every instance that the layer is built for.
 *
 * @example
 * ```ts
 * import * as MemoryCache from "@consent-service/adapter-cache/MemoryCache"
 * import { Cache } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const found = Effect.flatMap(Cache, (cache) => cache.get("greeting")).pipe(Effect.provide(MemoryCache.layer()))
 * ```
 */
export const layer = (options: MemoryCacheOptions = {}): Layer.Layer<Cache> => Layer.sync(Cache, () => make(options))
