/**
 * The port of vendor lists over an endpoint (contract decisions 13, 30 and 34; policy.md 7.4): bundled lists first, then
 * the endpoint's own in a visitor's language, else the default one. Nothing is fetched until somebody asks.
 *
 * @module
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type { Cache } from "@consent-service/core/ports/Cache"
import { VendorLists } from "@consent-service/core/ports/VendorLists"
import type { VendorListEdition } from "@consent-service/core/vendor/VendorListEdition"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { type BundledListRefused, readBundled } from "./BundledLists.js"
import { makeFetchText } from "./FetchText.js"
import type { OnGvlEvent } from "./GvlEvent.js"
import type { GvlSettings } from "./GvlOptions.js"
import { type HostLookup, systemHostLookup } from "./HostLookup.js"
import { makeListCache, noListCache } from "./ListCache.js"
import { type ListKeeper, makeListKeeper } from "./ListKeeper.js"
import { type ListLanguages, listLanguages } from "./ListLanguages.js"
import { type ListSource, makeListSource } from "./ListSource.js"
import { maxStaleMs } from "./ListTimes.js"
import { makeRecentEditions, type RecentEditions } from "./RecentEditions.js"

/** What is known of the surroundings. */
export interface GvlVendorListsOptions {
  /** Told of every fetch and what came of it. Default: nobody. */
  readonly onEvent?: OnGvlEvent
  /** Finds the addresses that a redirect leads to. Default: Node's resolver, where there is one. */
  readonly lookUp?: HostLookup
}

type Settings = GvlSettings<Context.Tag.Service<Cache>>

type Found = Effect.Effect<VendorListEdition | null>

/** Editions that lately were the current ones, over all languages; about two megabytes each. */
const maxRecentEditions = 8

const nothing: Found = Effect.succeed(null)

const makeSource = (
  { cache, endpoint, vendorIds }: Settings,
  client: HttpClient.HttpClient,
  { lookUp = systemHostLookup, onEvent = () => {} }: GvlVendorListsOptions,
): ListSource =>
  makeListSource({
    endpoint,
    vendorIds,
    onEvent,
    fetchText: makeFetchText(client, lookUp),
    cache: cache === null ? noListCache : makeListCache(cache, { endpoint, vendorIds, keepMs: maxStaleMs, onEvent }),
  })

/** Everything that answers, made before the first question. */
interface Parts {
  readonly bundled: ReadonlyMap<string, VendorListEdition>
  readonly languages: ListLanguages
  readonly keeperOf: (language: string) => ListKeeper
  readonly recent: RecentEditions
  readonly source: ListSource
  readonly waitMs: number
}

const makeFind = ({ bundled, keeperOf, languages, waitMs }: Parts): Context.Tag.Service<VendorLists>["find"] => {
  const { choose, fallback } = languages
  const answers = new Map(Array.from(bundled, ([language, edition]) => [language, Effect.succeed(edition)] as const))
  const known = (language: string): Found | null => answers.get(language) ?? keeperOf(language).known()

  /** What a visitor gets without waiting, or the attempt that he may wait for. */
  const look = (language: string): { readonly found: Found } | { readonly attempt: Effect.Effect<void> } => {
    const found = known(language)
    if (found !== null) return { found }
    const attempt = keeperOf(language).firstAttempt()
    if (attempt !== null) return { attempt }
    return language === fallback ? { found: nothing } : look(fallback)
  }

  const wait = (language: string): Found =>
    Effect.suspend(() => {
      const looked = look(language)
      return "found" in looked ? looked.found : Effect.zipRight(looked.attempt, wait(language))
    })

  return (acceptLanguage) => {
    const language = choose(acceptLanguage)
    const looked = look(language)
    if ("found" in looked) return looked.found
    return wait(language).pipe(
      Effect.timeoutTo({
        duration: waitMs,
        onSuccess: (edition): Found => Effect.succeed(edition),
        onTimeout: (): Found => known(fallback) ?? nothing,
      }),
      Effect.flatten,
    )
  }
}

const makeEdition = (parts: Parts): Context.Tag.Service<VendorLists>["edition"] => {
  const { bundled, keeperOf, languages, recent, source, waitMs } = parts
  // One at a time: whoever asks for many versions at once shall not have them all read at once.
  const oneAtATime = Effect.unsafeMakeSemaphore(1).withPermits(1)

  const fromCache = Effect.fnUntraced(function* (version: number, language: string) {
    const found = recent.find(version, language) ?? (yield* source.version(language, version))
    if (found !== null) recent.add(found)
    return found
  })

  const fetched = Effect.fnUntraced(function* (version: number, language: string) {
    const keeper = keeperOf(language)
    const attempt = keeper.known() === null ? keeper.firstAttempt() : null
    if (attempt !== null) yield* Effect.timeoutOption(attempt, waitMs)
    const current = yield* keeper.known() ?? nothing
    if (current?.vendorListVersion === version) return current
    return recent.find(version, language) ?? (yield* oneAtATime(fromCache(version, language)))
  })

  return (version, language) => {
    const own = bundled.get(language)
    if (own !== undefined) return own.vendorListVersion === version ? Effect.succeed(own) : nothing
    return languages.isFetched(language) && Number.isSafeInteger(version) && version > 0
      ? fetched(version, language)
      : nothing
  }
}

/** The port over one configuration; what it does in the background ends with the scope. */
export const make = (
  settings: Settings,
  options: GvlVendorListsOptions = {},
): Effect.Effect<Context.Tag.Service<VendorLists>, BundledListRefused, HttpClient.HttpClient | Scope.Scope> =>
  Effect.gen(function* () {
    const { endpoint, ttlMs, waitMs } = settings
    const { onEvent = () => {} } = options
    const source = makeSource(settings, yield* HttpClient.HttpClient, options)
    const bundled = yield* readBundled(settings.bundled)
    const scope = yield* Effect.scope
    // Not the asking request's: a fetch outlives it, and shall not be told as a part of it.
    const runFork = Runtime.runFork(yield* Effect.runtime<never>())
    const recent = makeRecentEditions(maxRecentEditions)
    const keepers = new Map<string, ListKeeper>()
    const keeperOf = (language: string): ListKeeper => {
      const existing = keepers.get(language)
      if (existing !== undefined) return existing
      const keeper = makeListKeeper({ language, source, ttlMs, onEvent, onReplaced: recent.add })
      keepers.set(language, keeper)
      runFork(keeper.keep, { scope })
      return keeper
    }
    const languages = listLanguages(endpoint, Array.from(bundled.keys()))
    const parts: Parts = { bundled, languages, keeperOf, recent, source, waitMs }
    return { find: makeFind(parts), edition: makeEdition(parts) }
  })

/** A layer of {@link make}. */
export const layer = (
  settings: Settings,
  options: GvlVendorListsOptions = {},
): Layer.Layer<VendorLists, BundledListRefused, HttpClient.HttpClient> =>
  Layer.scoped(VendorLists, make(settings, options))
