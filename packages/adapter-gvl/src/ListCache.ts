/**
 * Vendor lists in an external cache: documents at their configured width under `gvl:<endpoint>|<language>|<ids>`, each
 * with the time when it was fetched, so that every process knows its age.
 *
 * No operation fails or takes long when the cache is unavailable: the list is fetched instead.
 *
 * @module
 */
import type { VendorListEdition } from "@consent-service/core/vendor"
import { type Cache, CacheUnavailable, type Observation } from "@consent-service/core/ports"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { maxTextBytes } from "./FetchText.js"

/** A cached document. */
export interface CachedText {
  readonly text: string
  /** Milliseconds since it was fetched. */
  readonly ageMs: number
}

/** The operations on one configuration's lists. */
export interface ListCache {
  /** Milliseconds since the list there was fetched, or null when there is none. */
  readonly age: (language: string) => Effect.Effect<number | null>
  readonly read: (language: string) => Effect.Effect<CachedText | null>
  /** The text of one version, the current or an earlier one. */
  readonly readVersion: (language: string, version: number) => Effect.Effect<string | null>
  /** Stores a list that was fetched just now. */
  readonly write: (edition: VendorListEdition) => Effect.Effect<void>
}

/** Without an external cache. */
export const noListCache: ListCache = {
  age: () => Effect.succeed(null),
  read: () => Effect.succeed(null),
  readVersion: () => Effect.succeed(null),
  write: () => Effect.void,
}

/** A cache that takes longer counts as unavailable, because requests may be waiting for a first list. */
const timeoutMs = 500

/** How far the clocks of machines that share a cache may differ. */
const clockSlackMs = 600_000

const unavailable = new CacheUnavailable({ cause: `no answer within ${timeoutMs} ms` })

const messageOf = ({ cause }: CacheUnavailable): string =>
  (cause instanceof Error ? cause.message : String(cause)).slice(0, 200)

/** What the keys of a configuration are made of, and how long lists are kept. */
export interface ListCacheOptions {
  readonly endpoint: string
  readonly vendorIds: ReadonlyArray<number>
  /** Milliseconds that a list may be served for after it was fetched. */
  readonly keepMs: number
  readonly observe: (observation: Observation) => void
}

/** Lists of one configuration in a cache. */
export const makeListCache = (
  cache: Context.Tag.Service<Cache>,
  { endpoint, keepMs, observe, vendorIds }: ListCacheOptions,
): ListCache => {
  const ids = vendorIds.join()
  const keyOf = (language: string) => `gvl:${endpoint}|${language}|${ids}`
  const fetchedAtKey = (language: string) => `${keyOf(language)}|fetchedAt`
  const versionKey = (language: string, version: number) => `${keyOf(language)}|${version}`

  const guarded = <A>(
    operation: "read" | "write",
    effect: Effect.Effect<A, CacheUnavailable>,
    otherwise: A,
  ): Effect.Effect<A> =>
    effect.pipe(
      Effect.timeoutFail({ duration: timeoutMs, onTimeout: () => unavailable }),
      Effect.catchAll((error) =>
        Effect.sync(() => {
          observe({ _tag: "VendorListCacheFailed", operation, failure: messageOf(error) })
          return otherwise
        }),
      ),
    )

  const get = (key: string): Effect.Effect<string | null> =>
    guarded("read", Effect.map(cache.get(key), Option.getOrNull), null)

  const age = Effect.fnUntraced(function* (language: string) {
    const written = yield* get(fetchedAtKey(language))
    if (written === null || !/^\d{1,15}$/.test(written)) return null
    const ageMs = (yield* Clock.currentTimeMillis) - Number(written)
    return ageMs < -clockSlackMs || ageMs >= keepMs ? null : Math.max(0, ageMs)
  })

  const readText = (key: string): Effect.Effect<string | null> =>
    Effect.map(get(key), (text) => (text === null || text.length > maxTextBytes ? null : text))

  const read = Effect.fnUntraced(function* (language: string) {
    const [ageMs, text] = yield* Effect.all([age(language), readText(keyOf(language))], { concurrency: 2 })
    return ageMs === null || text === null ? null : { text, ageMs }
  })

  const write = Effect.fnUntraced(function* ({ language, textFor, vendorListVersion }: VendorListEdition) {
    const now = yield* Clock.currentTimeMillis
    const text = textFor(null)
    yield* cache.set(keyOf(language), text, keepMs)
    yield* cache.set(versionKey(language, vendorListVersion), text, keepMs)
    // Last, so that no list counts as newer than it is.
    yield* cache.set(fetchedAtKey(language), String(now), keepMs)
  })

  return {
    age,
    read,
    readVersion: (language, version) => readText(versionKey(language, version)),
    write: (edition) => guarded("write", write(edition), undefined),
  }
}
