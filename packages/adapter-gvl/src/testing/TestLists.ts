/** Vendor lists over a test server, with test settings, and the events they emit. */
import type { VendorListEdition } from "@consent-service/core/vendor"
import { type Cache, type Observation, Observer } from "@consent-service/core/ports"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { type GvlOptions, resolveGvl } from "../GvlOptions.js"
import * as GvlVendorLists from "../GvlVendorLists.js"

export type CacheService = Context.Tag.Service<Cache>

export const day = 86_400_000

/** The synthetic list in another version. */
export const version = (vendorListVersion: number) => ({ ...syntheticVendorList, vendorListVersion })

/** Lists of one configuration, and what they observe. */
export const openLists = (
  endpoint: string,
  options: GvlOptions & { readonly cache?: CacheService } = {},
  platform: GvlVendorLists.GvlVendorListsOptions = {},
) =>
  Effect.gen(function* () {
    const events: Array<Observation> = []
    const settings = resolveGvl(options, endpoint) ?? (yield* Effect.dieMessage("these options decline"))
    const lists = yield* GvlVendorLists.make(settings, platform).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(Observer, (event) => void events.push(event)),
    )

    /** Completes when so many observations of a kind have been made. */
    const told = (tag: Observation["_tag"], count: number) =>
      Effect.promise(async () => {
        while (events.filter(({ _tag }) => _tag === tag).length < count) {
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
      })
    return { ...lists, events, told }
  })

/** The result of a synchronous lookup; fails when it would have to wait. */
export const atOnce = (found: Effect.Effect<VendorListEdition | null>): Effect.Effect<VendorListEdition | null> =>
  Exit.isExit(found) ? found : Effect.dieMessage("had to wait")

/** The version that was found, or null. */
export const versionOf = (edition: VendorListEdition | null): number | null => edition?.vendorListVersion ?? null

/** The ids of the vendors in a list's text. */
export const vendorsIn = (edition: VendorListEdition | null, scope: ReadonlyArray<number> | null = null) =>
  edition === null ? null : Object.keys(JSON.parse(edition.textFor(scope)).vendors).map(Number)

/** Runs an effect that waits for real sockets; until it ends, test time passes so many times as fast as real time. */
export const passingTime = <A, E, R>(effect: Effect.Effect<A, E, R>, speed: number) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(effect)
    let last = performance.now()
    for (;;) {
      const exit = yield* Fiber.poll(fiber)
      if (exit._tag === "Some") return yield* exit.value
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 2)))
      const now = performance.now()
      // In small steps, so that a process that was paused skips no intermediate event.
      yield* TestClock.adjust(Math.min(20 * speed, Math.round((now - last) * speed)))
      last = now
    }
  })
