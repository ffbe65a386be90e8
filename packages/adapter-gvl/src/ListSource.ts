/**
 * Where one configuration's lists come from: its endpoint, and the external cache in front of it. A list from either is
 * validated and narrowed to the configured vendors before it is used.
 *
 * @module
 */
import { readEdition, type VendorListEdition } from "@consent-service/core/vendor"
import type { Cache, Observation } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type FetchFailed, type FetchText, lasting, makeFetchText, type Transport } from "./FetchText.js"
import { gvlUrl, withVendorIds } from "./GvlEndpoint.js"
import type { GvlSettings } from "./GvlOptions.js"
import { type ListCache, makeListCache, noListCache } from "./ListCache.js"
import { maxStaleMs } from "./ListTimes.js"

/** A list, and how old it is. */
export interface Received {
  readonly edition: VendorListEdition
  readonly from: "endpoint" | "cache"
  /** Milliseconds since it was fetched, by this process or another. */
  readonly ageMs: number
}

/** The sources of a list. */
export interface ListSource {
  /** What the external cache holds, or null. */
  readonly restore: (language: string) => Effect.Effect<Received | null>
  /** What another process fetched within so many milliseconds, else what the endpoint returns; 0 skips the cache. */
  readonly refresh: (language: string, withinMs: number) => Effect.Effect<Received, FetchFailed>
  /** Stores a fetched list in the external cache. */
  readonly share: (edition: VendorListEdition) => Effect.Effect<void>
  /** One version that the external cache still holds, or null. */
  readonly version: (language: string, version: number) => Effect.Effect<VendorListEdition | null>
}

/** The configuration of vendor lists, over the cache port. */
export type ListSettings = GvlSettings<Context.Tag.Service<Cache>>

/** What a source is made of. */
export interface ListSourceOptions extends Transport {
  readonly settings: ListSettings
  readonly observe: (observation: Observation) => void
}

type Read = Either.Either<VendorListEdition, string>

/** Lets waiting requests run between the steps. A timer does, unlike yielding to other fibers. */
const breathe = Effect.sleep(0)

const inSteps = Effect.fnUntraced(function* (steps: Generator<void, Read>) {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    yield* breathe
  }
})

/** Makes the source of one configuration. */
export const makeListSource = ({ observe, settings, ...transport }: ListSourceOptions): ListSource => {
  const { endpoint, vendorIds } = settings
  const fetchText: FetchText = makeFetchText(transport)
  const cache: ListCache =
    settings.cache === null
      ? noListCache
      : makeListCache(settings.cache, { endpoint, vendorIds, keepMs: maxStaleMs, observe })

  const read = (text: string, language: string): Effect.Effect<Read> =>
    Effect.suspend(() => inSteps(readEdition(text, { language, vendorIds })))

  const readCached = Effect.fnUntraced(function* (text: string, language: string) {
    const edition = yield* read(text, language)
    if (Either.isRight(edition)) return edition.right
    observe({ _tag: "VendorListCacheFailed", operation: "read", failure: `cached vendor list ${edition.left}` })
    return null
  })

  const restore = Effect.fnUntraced(function* (language: string) {
    const cached = yield* cache.read(language)
    if (cached === null) return null
    const edition = yield* readCached(cached.text, language)
    return edition === null ? null : { edition, from: "cache" as const, ageMs: cached.ageMs }
  })

  const fetchEdition = Effect.fnUntraced(function* (language: string) {
    const url = gvlUrl(endpoint, language)
    if (Either.isLeft(url)) return yield* lasting("unexpected", url.left)
    const text = yield* fetchText(withVendorIds(url.right, vendorIds))
    const edition = yield* read(text, language)
    if (Either.isLeft(edition)) return yield* lasting("not-a-list", edition.left)
    return { edition: edition.right, from: "endpoint" as const, ageMs: 0 }
  })

  const refresh = Effect.fnUntraced(function* (language: string, withinMs: number) {
    const ageMs = withinMs === 0 ? null : yield* cache.age(language)
    const shared = ageMs !== null && ageMs < withinMs ? yield* restore(language) : null
    return shared ?? (yield* fetchEdition(language))
  })

  const version = Effect.fnUntraced(function* (language: string, wanted: number) {
    const text = yield* cache.readVersion(language, wanted)
    const edition = text === null ? null : yield* readCached(text, language)
    return edition?.vendorListVersion === wanted ? edition : null
  })

  return { restore, refresh, share: cache.write, version }
}
