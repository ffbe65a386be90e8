import { type Observation, Observer } from "@consent-service/core/ports"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type GvlOptions, resolveGvl } from "./GvlOptions.js"
import * as RequestVendorLists from "./RequestVendorLists.js"
import { day, version } from "./testing/TestLists.js"

/** Answers by URL; records each call. */
const open = (
  answer: (url: string) => Response | Promise<Response>,
  options: GvlOptions & { readonly ttl?: number } = {},
) =>
  Effect.gen(function* () {
    const { ttl = day, ...authored } = options
    const asked: Array<string> = []
    const events: Array<Observation> = []
    const settings = resolveGvl({ waitMs: 30_000, ...authored }, "https://vendors.example/{language}.json")
    if (settings === null) return yield* Effect.dieMessage("these options decline")
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(new URL(String(url)).pathname)
      return answer(String(url))
    }
    const lists = yield* RequestVendorLists.make({ ...settings, cache: null, ttlMs: ttl }).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, fetch),
      Effect.provideService(Observer, (event) => void events.push(event)),
    )
    // Platform layers read `fetch` when they run.
    const find = (language: string) => Effect.provideService(lists.find(language), FetchHttpClient.Fetch, fetch)
    const edition = (number: number, language: string) =>
      Effect.provideService(lists.edition(number, language), FetchHttpClient.Fetch, fetch)
    return { asked, events, lists, find, edition }
  })

const list = (number: number) => new Response(JSON.stringify(version(number)))

describe("vendor lists within requests", () => {
  it.live("are fetched by the request that needs them; the next one finds them in memory", () =>
    Effect.gen(function* () {
      const { asked, find, lists } = yield* open(() => list(7))
      assert.strictEqual((yield* find("de"))?.vendorListVersion, 7)
      const known = lists.find("de")
      assert.isTrue(Exit.isExit(known))
      yield* known
      assert.deepStrictEqual(asked, ["/de.json"])
    }),
  )

  it.live("are fetched by every request that needs a first one: no request waits for another's fetch", () =>
    Effect.gen(function* () {
      const { asked, find } = yield* open(() => list(7))
      const found = yield* Effect.all([find("en"), find("en"), find("en")], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        found.map((edition) => edition?.vendorListVersion),
        [7, 7, 7],
      )
      assert.lengthOf(asked, 3)
    }),
  )

  it.live("are refreshed by one request after they expire; the others get the old list meanwhile", () =>
    Effect.gen(function* () {
      let number = 7
      const { asked, edition, find, lists } = yield* open(() => list(number), { ttl: 0, waitMs: 60_000 })
      yield* find("en")
      number = 8
      const due = find("en")
      const [first, second] = yield* Effect.all([due, Effect.suspend(() => lists.find("en"))], { concurrency: 2 })
      assert.strictEqual(first?.vendorListVersion, 8)
      assert.strictEqual(second?.vendorListVersion, 7)
      assert.lengthOf(asked, 2)
      // A visitor may have been referred to the old one a moment ago.
      assert.strictEqual((yield* edition(7, "en"))?.vendorListVersion, 7)
      assert.isNull(yield* edition(6, "en"))
    }),
  )

  it.live("fall back to the default language, then to none, and are not fetched again right after a failure", () =>
    Effect.gen(function* () {
      const { asked, events, find } = yield* open((url) =>
        url.endsWith("/en.json") ? list(7) : new Response("", { status: 404 }),
      )
      assert.strictEqual((yield* find("fr"))?.language, "en")
      assert.strictEqual((yield* find("fr"))?.language, "en")
      assert.deepStrictEqual(asked, ["/fr.json", "/en.json"])
      assert.deepStrictEqual(
        events.map(({ _tag }) => _tag),
        ["VendorListFailed", "VendorListLoaded"],
      )
      const none = yield* open(() => new Response("", { status: 404 }))
      assert.isNull(yield* none.find("fr"))
      assert.isNull(yield* none.find("fr"))
      assert.deepStrictEqual(none.asked, ["/fr.json", "/en.json"])
    }),
  )

  it.live("do not hold a request for longer than waitMs", () =>
    Effect.gen(function* () {
      const { events, find } = yield* open(() => new Promise<Response>(() => {}), { waitMs: 20 })
      assert.isNull(yield* find("en"))
      assert.deepInclude(events[0], { _tag: "VendorListFailed", reason: "timeout" })
    }),
  )

  it.live("that are bundled need no fetch", () =>
    Effect.gen(function* () {
      const { asked, edition, lists } = yield* open(() => list(8), { bundled: { en: version(7) } })
      assert.isTrue(Exit.isExit(lists.find("en")))
      assert.strictEqual((yield* edition(7, "en"))?.vendorListVersion, 7)
      assert.isNull(yield* edition(8, "en"))
      assert.deepStrictEqual(asked, [])
    }),
  )
})
