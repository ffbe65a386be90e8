/**
 * The vendor-list port for platforms where no task outlives a request, such as Workers: no fiber in the background, and
 * no fetch that one request starts and another waits for. A list is fetched within the request that needs it, kept in
 * memory, and fetched again by one of the requests after its time.
 *
 * @module
 */
import type { VendorListEdition } from "@consent-service/core/vendor"
import { currentObserver, type Observation, VendorLists } from "@consent-service/core/ports"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { systemHostLookup } from "./AddressRules.js"
import { type BundledListRefused, readBundled } from "./BundledLists.js"
import { passing } from "./FetchText.js"
import { listLanguages } from "./ListLanguages.js"
import { type ListSettings, type ListSource, makeListSource, type Received } from "./ListSource.js"
import { freshForMs, maxStaleMs, monotonicMs, pauseAfterMs } from "./ListTimes.js"
import { makePinnedClient } from "./PinnedClient.js"
import { makeReplacedEditions } from "./ReplacedEditions.js"

type Found = Effect.Effect<VendorListEdition | null>

/** The list of one language, as this isolate knows it. Times are of the monotonic clock, in milliseconds. */
interface Kept {
  answer: Effect.Effect<VendorListEdition> | null
  edition: VendorListEdition | null
  /** When the list was fetched. */
  fetchedAt: number
  /** Requests do not fetch before this time. */
  nextAt: number
  failures: number
}

/** How many replaced editions an isolate keeps: it has less memory than a process. */
const maxReplacedEditions = 4

const nothing: Found = Effect.succeed(null)

interface Loader {
  readonly settings: ListSettings
  readonly source: ListSource
  readonly observe: (observation: Observation) => void
  readonly onReplaced: (edition: VendorListEdition) => void
}

/** Makes what loads one language's list within the request that runs it. */
const makeLoad = ({ observe, onReplaced, settings: { ttlMs, waitMs }, source }: Loader) => {
  const hold = (kept: Kept, { ageMs, edition, from }: Received, began: number, now: number): void => {
    if (kept.edition !== null && kept.edition.digest !== edition.digest) onReplaced(kept.edition)
    if (kept.edition?.digest !== edition.digest) {
      kept.edition = edition
      kept.answer = Effect.succeed(edition)
    }
    kept.fetchedAt = now - ageMs
    kept.nextAt = kept.fetchedAt + freshForMs(ttlMs)
    kept.failures = 0
    const { language, vendorCount: vendors, vendorListVersion: version } = edition
    observe({ _tag: "VendorListLoaded", language, from, version, vendors, durationMs: now - began })
  }

  return Effect.fnUntraced(function* (language: string, kept: Kept) {
    const began = yield* monotonicMs
    // Until this attempt completes or times out, other requests use the list in memory.
    if (kept.edition !== null) kept.nextAt = began + waitMs
    const received = yield* source.refresh(language, freshForMs(ttlMs)).pipe(
      Effect.timeoutFail({
        duration: waitMs,
        onTimeout: () => passing("timeout", `took longer than the ${waitMs} ms that a request may wait`),
      }),
      Effect.either,
    )
    const now = yield* monotonicMs
    if (Either.isLeft(received)) {
      const { message: failure, reason } = received.left
      const retryInMs = pauseAfterMs(++kept.failures, 0.5)
      kept.nextAt = now + retryInMs
      const serving = kept.edition !== null
      observe({ _tag: "VendorListFailed", language, reason, failure, durationMs: now - began, retryInMs, serving })
      return
    }
    hold(kept, received.right, began, now)
    if (received.right.from === "endpoint") yield* source.share(received.right.edition)
  })
}

/**
 * The port over one configuration.
 *
 * @example
 * ```ts
 * import { resolveGvl } from "@consent-service/adapter-gvl/GvlOptions"
 * import * as RequestVendorLists from "@consent-service/adapter-gvl/RequestVendorLists"
 * import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
 * import * as Effect from "effect/Effect"
 *
 * const settings = resolveGvl<never>({}, "https://lists.example")
 * const list = Effect.gen(function* () {
 *   if (settings === null) return null
 *   const lists = yield* RequestVendorLists.make(settings)
 *   return yield* lists.find("de-AT, en;q=0.8")
 * }).pipe(Effect.provide(FetchHttpClient.layer))
 * ```
 */
export const make = (
  settings: ListSettings,
): Effect.Effect<Context.Tag.Service<VendorLists>, BundledListRefused, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const bundled = yield* readBundled(settings.bundled)
    const observe = yield* currentObserver
    const clock = yield* Effect.clock
    const nowMs = (): number => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)
    const answers = new Map(Array.from(bundled, ([language, edition]) => [language, Effect.succeed(edition)] as const))
    const { choose, fallback, isFetched } = listLanguages(settings.endpoint, Array.from(bundled.keys()))
    const replaced = makeReplacedEditions(maxReplacedEditions)
    const source = makeListSource({ settings, client, lookUp: systemHostLookup, pin: makePinnedClient(), observe })
    const load = makeLoad({ settings, source, observe, onReplaced: replaced.keep })
    const byLanguage = new Map<string, Kept>()

    const keptOf = (language: string): Kept => {
      const known = byLanguage.get(language)
      if (known !== undefined) return known
      const kept = { answer: null, edition: null, fetchedAt: 0, nextAt: Number.NEGATIVE_INFINITY, failures: 0 }
      byLanguage.set(language, kept)
      return kept
    }

    const held = (kept: Kept, now: number): Effect.Effect<VendorListEdition> | null =>
      now < kept.fetchedAt + maxStaleMs ? kept.answer : null

    /** What a visitor of this language gets; fetched first where it is due. */
    const current = (language: string): Found => {
      const own = answers.get(language)
      if (own !== undefined) return own
      const kept = keptOf(language)
      const now = nowMs()
      if (now < kept.nextAt) return held(kept, now) ?? nothing
      return Effect.flatMap(load(language, kept), () => held(kept, nowMs()) ?? nothing)
    }

    const find = (acceptLanguage: string): Found => {
      const language = choose(acceptLanguage)
      const found = current(language)
      if (language === fallback) return found
      if (found === nothing) return current(fallback)
      if (Exit.isExit(found)) return found
      return Effect.flatMap(found, (edition) => (edition === null ? current(fallback) : Effect.succeed(edition)))
    }

    const edition = (version: number, language: string): Found => {
      const own = bundled.get(language)
      if (own !== undefined) return own.vendorListVersion === version ? Effect.succeed(own) : nothing
      if (!isFetched(language)) return nothing
      return Effect.map(current(language), (now) =>
        now?.vendorListVersion === version ? now : (replaced.find(version, language) ?? null),
      )
    }

    return { find, edition }
  })

/**
 * A layer of {@link make}.
 *
 * @example
 * ```ts
 * import { resolveGvl } from "@consent-service/adapter-gvl/GvlOptions"
 * import * as RequestVendorLists from "@consent-service/adapter-gvl/RequestVendorLists"
 * import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
 * import * as Layer from "effect/Layer"
 *
 * const settings = resolveGvl<never>({}, "https://lists.example")
 * const lists = settings === null ? null : RequestVendorLists.layer(settings).pipe(Layer.provide(FetchHttpClient.layer))
 * ```
 */
export const layer = (settings: ListSettings): Layer.Layer<VendorLists, BundledListRefused, HttpClient.HttpClient> =>
  Layer.effect(VendorLists, make(settings))
