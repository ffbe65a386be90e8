import { Observer } from "@consent-service/core/ports"
import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { resolveGvl } from "./GvlOptions.js"
import * as GvlVendorLists from "./GvlVendorLists.js"
import * as Server from "./testing/ListServer.js"
import {
  atOnce,
  type CacheService,
  openLists,
  passingTime,
  vendorsIn,
  version,
  versionOf,
} from "./testing/TestLists.js"

/** Answers `/<language>.json` by a table; 404 for the others. */
const byLanguage =
  (lists: Readonly<Record<string, unknown>>): Server.Behaviour =>
  (request, response) => {
    const document = lists[/^\/(.*)\.json/.exec(request.url ?? "")?.[1] ?? ""]
    return (document === undefined ? Server.status(404) : Server.list(document))(request, response)
  }

describe("languages: bundled first, then the endpoint's translation, else the default", () => {
  it.scoped("a bundled list is served without a fetch, at its own width", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const bundled = { de: version(3), en: version(4) }
      const lists = yield* openLists(server.url, { bundled, vendorIds: [1, 2] })
      const german = yield* atOnce(lists.find("de-AT,en;q=0.5"))
      assert.deepStrictEqual([versionOf(german), german?.language], [3, "de"])
      assert.lengthOf(vendorsIn(german) ?? [], Object.keys(syntheticVendorList.vendors).length)
      assert.strictEqual(versionOf(yield* atOnce(lists.find("ja"))), 4)
      assert.deepStrictEqual(server.paths, [])
    }),
  )

  it.scoped("the endpoint's translation is fetched by its primary language, once for all visitors who read it", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(byLanguage({ de: version(3), en: version(4) }))
      const lists = yield* openLists(`${server.url}/{language}.json`, { vendorIds: [1] })
      for (const header of ["de-AT", "de;q=0.1", "en"]) yield* lists.find(header)
      assert.deepStrictEqual(server.paths, ["/de.json?vendorIds=1", "/en.json?vendorIds=1"])
      assert.strictEqual((yield* lists.find("de"))?.language, "de")
    }),
  )

  it.scoped("a missing translation: the default, within the same request", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(byLanguage({ en: version(4) }))
      const lists = yield* openLists(`${server.url}/{language}.json`)
      assert.strictEqual((yield* lists.find("fr"))?.language, "en")
      assert.strictEqual((yield* atOnce(lists.find("fr")))?.language, "en")
      assert.deepStrictEqual(server.paths, ["/fr.json", "/en.json"])
    }),
  )

  it.scoped("a translation that hangs: the default after waitMs, and null if there is no default yet", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const english = byLanguage({ en: version(4) })
      server.behave((request, response) =>
        request.url === "/en.json" ? english(request, response) : Server.hang(request, response),
      )
      const lists = yield* openLists(`${server.url}/{language}.json`, { waitMs: 1_000 })
      yield* lists.find("en")
      assert.strictEqual((yield* passingTime(lists.find("fr"), 20))?.language, "en")
    }),
  )

  it.scoped("text sent by a visitor never reaches the address", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(byLanguage({ en: version(4) }))
      const lists = yield* openLists(`${server.url}/{language}.json`)
      for (const header of ["../../admin", "en/..", "xx", "__proto__", "{language}", "de%2f.."])
        yield* lists.find(header)
      assert.deepStrictEqual(new Set(server.paths), new Set(["/en.json"]))
    }),
  )

  it.scoped("a bundled list is read once, when the options are decoded", () =>
    Effect.gen(function* () {
      const { vendors, ...rest } = version(3)
      const reads: Array<string> = []
      const list = Object.defineProperty(rest, "vendors", {
        enumerable: true,
        get: () => (reads.push("vendors"), vendors),
      })
      const lists = yield* openLists("https://lists.example/", { bundled: { de: list } })
      assert.strictEqual(versionOf(yield* atOnce(lists.find("de"))), 3)
      assert.lengthOf(reads, 1)
    }),
  )

  it.scoped("a bundled list that is invalid is refused when the lists are made", () =>
    Effect.gen(function* () {
      const usual = resolveGvl<CacheService>({}, "https://lists.example/") ?? assert.fail()
      const settings = { ...usual, bundled: { de: { vendors: {} } } }
      const made = yield* GvlVendorLists.make(settings).pipe(
        Effect.provide(FetchHttpClient.layer),
        Effect.provideService(Observer, () => {}),
        Effect.either,
      )
      assert.deepInclude(Either.getOrNull(Either.flip(made)), { _tag: "BundledListRefused", language: "de" })
    }),
  )
})

describe("one edition by its version", () => {
  it.scoped("the current one, even before the first request for a list", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(5)))
      const lists = yield* openLists(server.url)
      assert.strictEqual(versionOf(yield* lists.edition(5, "en")), 5)
      assert.isNull(yield* lists.edition(4, "en"))
      assert.isNull(yield* lists.edition(5, "EN"))
      assert.lengthOf(server.paths, 1)
    }),
  )

  it.scoped("the last few before it", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const lists = yield* openLists(server.url, { ttlMs: 2_000 })
      for (let current = 1; current <= 12; current++) {
        server.behave(Server.list(version(current)))
        yield* Effect.fork(lists.find(""))
        yield* passingTime(lists.told("VendorListLoaded", current), 20)
      }
      const known = []
      for (let wanted = 13; wanted >= 1; wanted--) known.push(versionOf(yield* lists.edition(wanted, "en")))
      assert.deepStrictEqual(known.slice(0, 6), [null, 12, 11, 10, 9, 8])
      const replaced = known.slice(2).filter((found) => found !== null)
      assert.isAtMost(replaced.length, 8)
      assert.notInclude(replaced, 1)
    }),
  )

  it.scoped("a bundled one", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const lists = yield* openLists(server.url, { bundled: { de: version(3) } })
      assert.strictEqual((yield* lists.edition(3, "de"))?.language, "de")
      assert.isNull(yield* lists.edition(4, "de"))
    }),
  )

  it.scoped.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("no version %d is looked for", (wanted) =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const lists = yield* openLists(server.url)
      assert.isNull(yield* lists.edition(wanted, "en"))
      assert.isNull(yield* lists.edition(1, "../en"))
      assert.deepStrictEqual(server.paths, [])
    }),
  )
})
