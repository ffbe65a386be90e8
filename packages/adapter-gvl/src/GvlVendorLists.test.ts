import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import type { FetchFailure } from "./FetchText.js"
import * as Server from "./testing/ListServer.js"
import { atOnce, day, openLists, passingTime, vendorsIn, version, versionOf } from "./testing/TestLists.js"

describe("server loading, row by row", () => {
  it.scoped("When: nothing is fetched before the first request", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const lists = yield* openLists(server.url)
      yield* TestClock.adjust(30 * day)
      assert.deepStrictEqual([server.paths, lists.events], [[], []])
    }),
  )

  it.scoped("URL: the endpoint itself, no language path", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(7)))
      const lists = yield* openLists(`${server.url}/v3/list.json?key=a%20b`)
      assert.strictEqual(versionOf(yield* lists.find("de-AT, fr;q=0.5")), 7)
      assert.deepStrictEqual(server.paths, ["/v3/list.json?key=a%20b"])
    }),
  )

  it.scoped("URL: `?vendorIds=<ascending ids joined by comma>` (URL-encoded), `&` after a query", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(syntheticVendorList))
      for (const path of ["/list", "/list?a=b"]) {
        const lists = yield* openLists(server.url + path, { vendorIds: [10, 2, 9, 2] })
        yield* lists.find("")
      }
      assert.deepStrictEqual(server.paths, ["/list?vendorIds=2%2C9%2C10", "/list?a=b&vendorIds=2%2C9%2C10"])
    }),
  )

  it.scoped("a list that the endpoint does not narrow is narrowed locally", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(syntheticVendorList))
      const lists = yield* openLists(server.url, { vendorIds: [10, 2, 9, 99] })
      assert.deepStrictEqual(vendorsIn(yield* lists.find("")), [2, 9, 10])
    }),
  )

  it.scoped("> 500 ids: fetched whole, narrowed locally", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(syntheticVendorList))
      const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 3)
      const some = yield* openLists(`${server.url}/500`, { vendorIds: upTo(500) })
      const more = yield* openLists(`${server.url}/501`, { vendorIds: upTo(501) })
      const [left, right] = [yield* some.find(""), yield* more.find("")]
      assert.deepStrictEqual(vendorsIn(left), vendorsIn(right))
      assert.notInclude(vendorsIn(right) ?? [], 2)
      assert.match(server.paths[0] ?? "", /^\/500\?vendorIds=3%2C.*%2C502$/)
      assert.strictEqual(server.paths[1], "/501")
    }),
  )

  it.scoped("Method: plain GET, without custom headers", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(syntheticVendorList))
      const lists = yield* openLists(server.url)
      yield* Effect.withSpan(lists.find("de"), "request")
      const names = Object.keys(server.headers[0] ?? {})
      assert.notIncludeMembers(names, ["traceparent", "b3", "cookie", "authorization"])
      assert.strictEqual(server.headers[0]?.["accept-language"], "*")
    }),
  )

  it.scoped("TTL: one day; fetched again in the background before it is over, and never waited for", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(1)))
      const lists = yield* openLists(server.url)
      yield* lists.find("")
      server.behave(Server.list(version(2)))
      yield* TestClock.adjust(0.74 * day)
      assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 1)
      assert.lengthOf(server.paths, 1)
      yield* TestClock.adjust(0.17 * day)
      yield* passingTime(lists.told("VendorListLoaded", 2), 20)
      assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 2)
    }),
  )

  it.scoped("the known list is served immediately while another is being fetched", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(1)))
      const lists = yield* openLists(server.url)
      yield* lists.find("")
      server.behave(Server.hang)
      yield* TestClock.adjust(0.9 * day)
      yield* server.received(2)
      assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 1)
    }),
  )

  it.scoped(
    "No cache adapter: concurrent misses share one fetch: 200 first requests, one request to the endpoint",
    () =>
      Effect.gen(function* () {
        const server = yield* Server.startListServer
        server.behave((request, response) => void setTimeout(() => Server.list(version(3))(request, response), 30))
        const lists = yield* openLists(server.url)
        const headers = Array.from({ length: 200 }, (_, index) => ["de", "fr;q=0.1", "", "*"][index % 4] ?? "")
        const found = yield* Effect.forEach(headers, lists.find, { concurrency: "unbounded" })
        assert.deepStrictEqual(new Set(found.map(versionOf)), new Set([3]))
        assert.lengthOf(server.paths, 1)
      }),
  )

  it.scoped("a request waits at most `waitMs` for a first fetch, then gets null while the fetch goes on", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const lists = yield* openLists(server.url, { waitMs: 800 })
      let answer = (_: ReturnType<typeof version>) => {}
      server.behave((request, response) => {
        answer = (document) => Server.list(document)(request, response)
      })
      const waiting = yield* Effect.fork(lists.find(""))
      yield* server.received(1)
      yield* TestClock.adjust(799)
      assert.isNull(waiting.unsafePoll())
      yield* TestClock.adjust(1)
      assert.isNull(yield* Fiber.join(waiting))
      const second = yield* Effect.fork(lists.find(""))
      yield* Effect.yieldNow()
      answer(version(5))
      assert.strictEqual(versionOf(yield* Fiber.join(second)), 5)
      assert.lengthOf(server.paths, 1)
    }),
  )

  it.scoped("`waitMs: 0` waits for nothing", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(5)))
      const lists = yield* openLists(server.url, { waitMs: 0 })
      assert.isNull(yield* lists.find(""))
      yield* lists.told("VendorListLoaded", 1)
      assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 5)
    }),
  )
})

const misbehaviours: ReadonlyArray<readonly [string, Server.Behaviour, FetchFailure, number]> = [
  ["a server error", Server.status(500), "status", 3],
  ["too many requests", Server.status(429), "status", 3],
  ["another non-2xx", Server.status(403), "status", 1],
  ["not found", Server.status(404), "missing", 1],
  ["204, which is not a list", Server.status(204), "missing", 1],
  ["a network error", Server.reset, "unreachable", 3],
  ["a body that breaks off", Server.truncate(syntheticVendorList), "unreachable", 3],
  ["hanging", Server.hang, "timeout", 3],
  ["a byte now and then", Server.trickle, "timeout", 3],
  ["a part of a list now and then", Server.drip(syntheticVendorList), "timeout", 3],
  ["a header now and then", Server.dripHeaders, "timeout", 3],
  ["invalid JSON", Server.text("{"), "not-a-list", 1],
  ["a page with status 200", Server.text("<!doctype html><p>Sorry", "text/html"), "not-a-list", 1],
  ["no UTF-8", Server.text(Buffer.from([0x22, 0xff, 0x22])), "not-a-list", 1],
  ["an empty body", Server.text(""), "not-a-list", 1],
  ["a wrong schema", Server.list({ ...syntheticVendorList, vendors: { "1": { id: 1 } } }), "not-a-list", 1],
  ["20 MB", Server.endless(20), "too-large", 1],
  ["a gigabyte, without a length", Server.endless(1_024), "too-large", 1],
  ["a gigabyte that was packed", Server.gzipBomb(1_024), "too-large", 1],
]

describe("Failure: null, not cached, and retried with increasing pauses (threat: a hostile vendor-list host)", () => {
  it.scoped.each(misbehaviours)("%s", ([, behaviour, reason, attempts]) =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(behaviour)
      const lists = yield* openLists(server.url, { waitMs: 60_000 })
      assert.isNull(yield* passingTime(lists.find(""), reason === "timeout" ? 10 : 1))
      assert.lengthOf(server.paths, attempts)
      assert.deepInclude(lists.events[0], { _tag: "VendorListFailed", reason, serving: false })
      yield* server.idle

      // During the pause no request waits and nothing is fetched.
      assert.isNull(yield* atOnce(lists.find("")))
      server.behave(Server.list(version(9)))
      yield* TestClock.adjust(2_400)
      assert.isNull(yield* atOnce(lists.find("")))
      assert.lengthOf(server.paths, attempts)
      yield* passingTime(lists.told("VendorListLoaded", 1), 20)
      assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 9)
    }),
  )

  it.scoped("a response with a wrong content length is read to its end", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave((_, response) => {
        response.writeHead(200, { "content-length": 20 * 1024 * 1024 })
        response.write("{")
      })
      const lists = yield* openLists(server.url)
      assert.isNull(yield* lists.find(""))
      assert.deepInclude(lists.events[0], { reason: "too-large" })
      yield* server.idle
    }),
  )

  it.scoped("the last good list is served while refreshes fail, even with malformed documents", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(1)))
      const lists = yield* openLists(server.url, { ttlMs: 10_000 })
      yield* lists.find("")
      for (const [failures, behaviour] of [Server.status(404), Server.list({ vendors: {} })].entries()) {
        server.behave(behaviour)
        yield* passingTime(lists.told("VendorListFailed", failures + 1), 20)
        assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 1)
      }
      server.behave(Server.list(version(2)))
      yield* passingTime(lists.told("VendorListLoaded", 2), 20)
      assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 2)
    }),
  )

  it.scoped("closing the scope interrupts running fetches", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.hang)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const lists = yield* openLists(server.url)
          yield* Effect.fork(lists.find(""))
          yield* server.received(1)
        }),
      )
      yield* server.idle
      yield* TestClock.adjust(day)
      assert.lengthOf(server.paths, 1)
    }),
  )
})
