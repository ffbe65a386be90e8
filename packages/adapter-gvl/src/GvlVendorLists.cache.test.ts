import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/TestClock"
import { hasRedis, moodyCache, startRedis } from "./testing/Caches.js"
import * as Server from "./testing/ListServer.js"
import { atOnce, day, openLists, passingTime, vendorsIn, version, versionOf } from "./testing/TestLists.js"

const eventually = (isSo: () => boolean) =>
  Effect.promise(async () => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2))
  })

describe("an external cache", () => {
  it.scoped(
    "Cache key and cached value: the document at its configured width under `gvl:<endpoint>|<lang>|<ids>`",
    () =>
      Effect.gen(function* () {
        const server = yield* Server.startListServer
        server.behave(Server.list({ ...version(5), nextField: { kept: [1] } }))
        const { cache, ttls, values } = moodyCache()
        const endpoint = `${server.url}/{language}.json`
        const lists = yield* openLists(endpoint, { cache, vendorIds: [9, 2, 10] })
        yield* lists.find("de-AT")
        yield* eventually(() => values.size === 3)
        const key = `gvl:${endpoint}|de|2,9,10`
        assert.sameMembers([...values.keys()], [key, `${key}|5`, `${key}|fetchedAt`])
        const document = JSON.parse(values.get(key) ?? "")
        assert.deepStrictEqual(Object.keys(document.vendors), ["2", "9", "10"])
        assert.deepStrictEqual(
          [document.nextField, document.standardTexts],
          [{ kept: [1] }, syntheticVendorList.standardTexts],
        )
        assert.deepStrictEqual(new Set(ttls.values()), new Set([7 * day]))
      }),
  )

  it.scoped("Malformed: neither rejected documents nor failures are cached", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const { cache, values } = moodyCache()
      for (const behaviour of [Server.list({ vendors: {} }), Server.text("{"), Server.status(404)]) {
        server.behave(behaviour)
        const lists = yield* openLists(server.url, { cache })
        assert.isNull(yield* lists.find(""))
      }
      assert.deepStrictEqual([...values], [])
    }),
  )

  it.scoped("the key has empty ids where none are configured", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(5)))
      const { cache, values } = moodyCache()
      const lists = yield* openLists(server.url, { cache })
      yield* lists.find("de")
      yield* eventually(() => values.has(`gvl:${server.url}|en|`))
    }),
  )

  it.scoped("another process uses the cached list and fetches none until it is due", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(5)))
      const { cache, values } = moodyCache()
      const one = yield* openLists(server.url, { cache, vendorIds: [1, 2] })
      yield* one.find("")
      yield* eventually(() => values.size === 3)
      yield* TestClock.adjust(day / 2)
      const other = yield* openLists(server.url, { cache, vendorIds: [1, 2] })
      assert.deepStrictEqual(vendorsIn(yield* other.find("")), [1, 2])
      assert.deepInclude(other.events[0], { _tag: "VendorListLoaded", from: "cache", version: 5 })
      assert.lengthOf(server.paths, 1)
    }),
  )

  it.scoped("one of several processes refreshes the list and the others use it", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(1)))
      const { cache, values } = moodyCache()
      const all = yield* Effect.replicateEffect(openLists(server.url, { cache, ttlMs: 40_000 }), 4)
      yield* Effect.forEach(all, (lists) => Effect.zipRight(lists.find(""), lists.told("VendorListLoaded", 1)))
      yield* eventually(() => values.size === 3)
      const before = server.paths.length
      server.behave(Server.list(version(2)))
      const refreshed = Effect.forEach(all, (lists) => lists.told("VendorListLoaded", 2), { concurrency: "unbounded" })
      yield* passingTime(refreshed, 10)
      for (const lists of all) assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 2)
      assert.isBelow(server.paths.length - before, 4)
    }),
  )

  it.scoped("an old list is served immediately while it is refreshed, and kept while that fails", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.status(404))
      const { cache, values } = moodyCache()
      const key = `gvl:${server.url}|en|`
      values.set(key, JSON.stringify(version(5))).set(`${key}|fetchedAt`, "0")
      yield* TestClock.adjust(6 * day)
      const other = yield* openLists(server.url, { cache })
      assert.strictEqual(versionOf(yield* other.find("")), 5)
      yield* other.told("VendorListFailed", 1)
      assert.strictEqual(versionOf(yield* atOnce(other.find(""))), 5)
    }),
  )

  it.scoped("an earlier version is still found by its name", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const { cache, values } = moodyCache()
      for (const current of [5, 6]) {
        server.behave(Server.list(version(current)))
        const lists = yield* openLists(server.url, { cache })
        values.delete(`gvl:${server.url}|en||fetchedAt`)
        yield* lists.find("")
        yield* eventually(() => values.has(`gvl:${server.url}|en||${current}`))
      }
      const fresh = yield* openLists(server.url, { cache })
      const found = yield* Effect.forEach([5, 6, 7], (wanted) => fresh.edition(wanted, "en"), { concurrency: 3 })
      assert.deepStrictEqual(found.map(versionOf), [5, 6, null])
    }),
  )

  it.scoped("many earlier versions requested concurrently are read one at a time", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(20)))
      const { cache, values } = moodyCache()
      const wanted = Array.from({ length: 6 }, (_, index) => index + 1)
      for (const each of wanted) values.set(`gvl:${server.url}|en||${each}`, JSON.stringify(version(each)))
      const reads = { most: 0, now: 0, total: 0 }
      const turns = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))
      const counted: typeof cache = {
        ...cache,
        get: (key) =>
          /\|\d+$/.test(key)
            ? Effect.acquireUseRelease(
                Effect.sync(() => {
                  reads.now += 1
                  reads.total += 1
                  reads.most = Math.max(reads.most, reads.now)
                }),
                () => Effect.zipRight(turns, cache.get(key)),
                () => Effect.sync(() => void (reads.now -= 1)),
              )
            : cache.get(key),
      }
      const lists = yield* openLists(server.url, { cache: counted })
      const found = yield* Effect.forEach(wanted, (one) => lists.edition(one, "en"), { concurrency: "unbounded" })
      assert.deepStrictEqual(found.map(versionOf), wanted)
      assert.deepStrictEqual(reads, { most: 1, now: 0, total: wanted.length })
    }),
  )

  it.scoped.each<[string, (values: Map<string, string>, key: string) => void]>([
    ["no JSON", (values, key) => values.set(key, "{")],
    ["another document", (values, key) => values.set(key, '{"vendors":{}}')],
    ["a prototype", (values, key) => values.set(key, (values.get(key) ?? "").replace("{", '{"__proto__":{},'))],
    ["seventeen megabytes", (values, key) => values.set(key, " ".repeat(17 * 1024 * 1024))],
    ["no moment", (values, key) => values.delete(`${key}|fetchedAt`)],
    ["a moment that is invalid", (values, key) => values.set(`${key}|fetchedAt`, "yesterday")],
    ["a moment to come", (values, key) => values.set(`${key}|fetchedAt`, "99999999999999")],
    ["a moment of last week", (values, key) => values.set(`${key}|fetchedAt`, "0")],
  ])("a cached document is checked again: %s, and it is fetched", ([_, spoil]) =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(5)))
      yield* TestClock.adjust(8 * day)
      const { cache, values } = moodyCache()
      const one = yield* openLists(server.url, { cache })
      yield* one.find("")
      yield* eventually(() => values.size === 3)
      spoil(values, `gvl:${server.url}|en|`)
      server.behave(Server.list(version(6)))
      const other = yield* openLists(server.url, { cache })
      assert.strictEqual(versionOf(yield* other.find("")), 6)
    }),
  )

  it.scoped("a cached document that is wider than configured is narrowed", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const { cache, values } = moodyCache()
      const key = `gvl:${server.url}|en|1`
      values.set(key, JSON.stringify(version(5))).set(`${key}|fetchedAt`, "0")
      const lists = yield* openLists(server.url, { cache, vendorIds: [1] })
      assert.deepStrictEqual(vendorsIn(yield* lists.find("")), [1])
      assert.deepStrictEqual(server.paths, [])
    }),
  )

  it.scoped.each(["away", "hanging"] as const)("a cache that is %s costs time, never an answer", (mood) =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.list(version(5)))
      const { become, cache } = moodyCache()
      become(mood)
      const lists = yield* openLists(server.url, { cache, waitMs: 60_000 })
      assert.strictEqual(versionOf(yield* passingTime(lists.find(""), 10)), 5)
      assert.strictEqual(versionOf(yield* atOnce(lists.find(""))), 5)
      assert.isTrue(lists.events.some(({ _tag }) => _tag === "VendorListCacheFailed"))
    }),
  )
})

describe.skipIf(!hasRedis)("a Redis that is flushed during use", () => {
  it.scopedLive("costs no list: each process serves its own, and the next refresh fills the cache again", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const redis = yield* startRedis
      const isFilled = Effect.repeat(redis.keys, {
        until: (keys) => keys.length >= 3,
        schedule: Schedule.spaced(20),
      })
      server.behave(Server.list(version(1)))
      // Long enough for a busy machine. A list is fetched again about once a second.
      const options = { cache: redis.cache, ttlMs: 1_000, waitMs: 60_000 }
      const one = yield* openLists(server.url, options)
      assert.strictEqual(versionOf(yield* one.find("")), 1)
      yield* isFilled
      yield* redis.flush
      assert.strictEqual(versionOf(yield* atOnce(one.find(""))), 1)
      yield* isFilled
      server.behave(Server.status(500))
      const other = yield* openLists(server.url, options)
      assert.strictEqual(versionOf(yield* other.find("")), 1)
      assert.deepInclude(other.events[0], { _tag: "VendorListLoaded", from: "cache" })
      assert.strictEqual(versionOf(yield* atOnce(one.find(""))), 1)
    }),
  )
})

describe.skipIf(!hasRedis)("a Redis that is stopped and started during use", () => {
  it.scopedLive("costs speed but never fails a request", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      const redis = yield* startRedis
      server.behave(Server.list(version(1)))
      const lists = yield* openLists(server.url, { cache: redis.cache, ttlMs: 1_000 })
      assert.strictEqual(versionOf(yield* lists.find("")), 1)
      const served: Array<number | null> = []
      yield* Effect.fork(
        Effect.forever(
          Effect.zipRight(
            Effect.sleep(5),
            Effect.suspend(() => Effect.map(atOnce(lists.find("")), (edition) => served.push(versionOf(edition)))),
          ),
        ),
      )
      const isServed = (wanted: number) => eventually(() => served.at(-1) === wanted)
      yield* redis.stop
      server.behave(Server.list(version(2)))
      yield* isServed(2)
      yield* redis.start
      server.behave(Server.list(version(3)))
      yield* isServed(3)
      // Back in use: another process finds the list there, without the endpoint.
      yield* Effect.repeat(redis.keys, { until: (keys) => keys.length >= 3, schedule: Schedule.spaced(20) })
      server.behave(Server.status(500))
      const other = yield* openLists(server.url, { cache: redis.cache, ttlMs: 1_000 })
      assert.strictEqual(versionOf(yield* other.find("")), 3)
      assert.notInclude(served, null)
    }),
  )
})
