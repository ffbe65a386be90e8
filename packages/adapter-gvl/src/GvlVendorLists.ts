/**
 * The vendor-list port over an endpoint: bundled lists first, then the endpoint's in the visitor's language, else the
 * default one. Nothing is fetched before the first request. Events go to `Observer`.
 *
 * @module
 */
import type { VendorListEdition } from "@consent-service/core/vendor"
import { currentObserver, VendorLists } from "@consent-service/core/ports"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { type HostLookup, systemHostLookup } from "./AddressRules.js"
import { type BundledListRefused, readBundled } from "./BundledLists.js"
import { type ListKeeper, makeListKeeper } from "./ListKeeper.js"
import { type ListLanguages, listLanguages } from "./ListLanguages.js"
import { type ListSettings, type ListSource, makeListSource } from "./ListSource.js"
import { makePinnedClient, type PinnedClient } from "./PinnedClient.js"
import { makeReplacedEditions, type ReplacedEditions } from "./ReplacedEditions.js"

/** What a platform may replace. */
export interface GvlVendorListsOptions {
  /** Finds the addresses that a redirect leads to. Default: Node's resolver, where available. */
  readonly lookUp?: HostLookup
  /** Requests what a redirect leads to from those addresses. Default: Node's `https`, where available. */
  readonly pin?: PinnedClient | null
}

type Found = Effect.Effect<VendorListEdition | null>

/** How many replaced editions a process keeps. */
const maxReplacedEditions = 8

const nothing: Found = Effect.succeed(null)

/** What both methods of the port share. */
interface Parts {
  readonly bundled: ReadonlyMap<string, VendorListEdition>
  readonly languages: ListLanguages
  readonly keeperOf: (language: string) => ListKeeper
  readonly replaced: ReplacedEditions
  readonly source: ListSource
  readonly waitMs: number
}

const makeFind = ({ bundled, keeperOf, languages, waitMs }: Parts): Context.Tag.Service<VendorLists>["find"] => {
  const { choose, fallback } = languages
  const answers = new Map(Array.from(bundled, ([language, edition]) => [language, Effect.succeed(edition)] as const))
  const known = (language: string): Found | null => answers.get(language) ?? keeperOf(language).known()

  /** The list for an immediate answer, or the attempt that a request may wait for. */
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
  const { bundled, keeperOf, languages, replaced, source, waitMs } = parts
  // One at a time: a client that requests many versions must not have them all in memory.
  const oneAtATime = Effect.unsafeMakeSemaphore(1).withPermits(1)

  const fromCache = Effect.fnUntraced(function* (version: number, language: string) {
    const found = replaced.find(version, language) ?? (yield* source.version(language, version))
    if (found !== null) replaced.keep(found)
    return found
  })

  const fetched = Effect.fnUntraced(function* (version: number, language: string) {
    const keeper = keeperOf(language)
    const attempt = keeper.known() === null ? keeper.firstAttempt() : null
    if (attempt !== null) yield* Effect.timeoutOption(attempt, waitMs)
    const current = yield* keeper.known() ?? nothing
    if (current?.vendorListVersion === version) return current
    return replaced.find(version, language) ?? (yield* oneAtATime(fromCache(version, language)))
  })

  return (version, language) => {
    const own = bundled.get(language)
    if (own !== undefined) return own.vendorListVersion === version ? Effect.succeed(own) : nothing
    return languages.isFetched(language) && Number.isSafeInteger(version) && version > 0
      ? fetched(version, language)
      : nothing
  }
}

/**
 * The port over one configuration; its background work ends with the scope.
 *
 * @example
 * ```ts
 * import { resolveGvl } from "@consent-service/adapter-gvl/GvlOptions"
 * import * as GvlVendorLists from "@consent-service/adapter-gvl/GvlVendorLists"
 * import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
 * import * as Effect from "effect/Effect"
 *
 * const settings = resolveGvl<never>({}, "https://lists.example")
 * const list = Effect.gen(function* () {
 *   if (settings === null) return null
 *   const lists = yield* GvlVendorLists.make(settings)
 *   return yield* lists.find("de-AT, en;q=0.8")
 * }).pipe(Effect.scoped, Effect.provide(FetchHttpClient.layer))
 * ```
 */
export const make = (
  settings: ListSettings,
  { lookUp = systemHostLookup, pin = makePinnedClient() }: GvlVendorListsOptions = {},
): Effect.Effect<Context.Tag.Service<VendorLists>, BundledListRefused, HttpClient.HttpClient | Scope.Scope> =>
  Effect.gen(function* () {
    const { endpoint, ttlMs, waitMs } = settings
    const observe = yield* currentObserver
    const source = makeListSource({ settings, client: yield* HttpClient.HttpClient, lookUp, pin, observe })
    const bundled = yield* readBundled(settings.bundled)
    const scope = yield* Effect.scope
    // Not the request's runtime: a fetch outlives its request, and must not appear in its trace.
    const runFork = Runtime.runFork(yield* Effect.runtime<never>())
    const replaced = makeReplacedEditions(maxReplacedEditions)
    const keepers = new Map<string, ListKeeper>()
    const keeperOf = (language: string): ListKeeper => {
      const existing = keepers.get(language)
      if (existing !== undefined) return existing
      const keeper = makeListKeeper({ language, source, ttlMs, observe, onReplaced: replaced.keep })
      keepers.set(language, keeper)
      runFork(keeper.keep, { scope })
      return keeper
    }
    const languages = listLanguages(endpoint, Array.from(bundled.keys()))
    const parts: Parts = { bundled, languages, keeperOf, replaced, source, waitMs }
    return { find: makeFind(parts), edition: makeEdition(parts) }
  })

/**
 * A layer of {@link make}.
 *
 * @example
 * ```ts
 * import { resolveGvl } from "@consent-service/adapter-gvl/GvlOptions"
 * import * as GvlVendorLists from "@consent-service/adapter-gvl/GvlVendorLists"
 * import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
 * import * as Layer from "effect/Layer"
 *
 * const settings = resolveGvl<never>({}, "https://lists.example")
 * const lists = settings === null ? null : GvlVendorLists.layer(settings).pipe(Layer.provide(FetchHttpClient.layer))
 * ```
 */
export const layer = (
  settings: ListSettings,
  options: GvlVendorListsOptions = {},
): Layer.Layer<VendorLists, BundledListRefused, HttpClient.HttpClient> =>
  Layer.scoped(VendorLists, make(settings, options))
