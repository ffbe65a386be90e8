import type { RequestHandled } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { aRequest } from "../testing/Observations.js"
import { inMemoryMeter } from "../testing/Otel.js"
import { makeInstruments } from "./Instruments.js"
import { meterRecorder } from "./MeterRecorder.js"

/** The totals of these requests, by metric. */
const totalsOf = async (requests: ReadonlyArray<RequestHandled>) => {
  const { measured, meter, stop } = inMemoryMeter()
  const { observation } = makeInstruments(meterRecorder(meter, { shop: "one" }))
  requests.forEach(observation)
  const points = await measured()
  await stop()
  const total = (name: string) =>
    points.filter((point) => point.name === `cs.${name}`).reduce((sum, { value }) => sum + value, 0)
  return { points, total }
}

const request = fc
  .record({
    method: fc.constantFrom("GET", "HEAD", "POST", "PATCH", "PROPFIND"),
    route: fc.constantFrom("/init", "/consents/check", "/subjects/:id", "/subjects", null),
    status: fc.constantFrom(200, 204, 304, 404, 409, 500),
    act: fc.constantFrom(
      null,
      ...[true, false, null].flatMap((granted) => [true, false].map((newSubject) => ({ granted, newSubject }))),
    ),
  })
  .map(aRequest)

describe("the metrics of requests", () => {
  it("count responses", async () => {
    const property = fc.asyncProperty(fc.array(request, { maxLength: 20 }), async (requests) => {
      const { total } = await totalsOf(requests)
      const count = (test: (each: RequestHandled) => boolean) => requests.filter(test).length
      const answered = (name: string) =>
        count(({ method, route, status }) => status < 400 && `${method} ${route}` === name)
      assert.strictEqual(total("http.request.count"), requests.length)
      assert.strictEqual(total("http.request.duration"), requests.length)
      assert.strictEqual(
        total("http.error.count"),
        count(({ status }) => status >= 400),
      )
      assert.strictEqual(
        total("consent.created"),
        count(({ act }) => act !== null),
      )
      assert.strictEqual(
        total("consent.accepted"),
        count(({ act }) => act?.granted === true),
      )
      assert.strictEqual(
        total("consent.rejected"),
        count(({ act }) => act?.granted === false),
      )
      assert.strictEqual(
        total("subject.created"),
        count(({ act }) => act?.newSubject === true),
      )
      assert.strictEqual(total("init.count"), answered("GET /init"))
      assert.strictEqual(total("consent_check.count"), answered("GET /consents/check"))
      assert.strictEqual(total("subject.linked"), answered("PATCH /subjects/:id"))
    })
    await fc.assert(property, { numRuns: 50 })
  })

  it("have only labels that the code knows", async () => {
    const { points } = await totalsOf([
      aRequest({ tenant: "t", requestId: "r", journeyId: "j" }),
      aRequest({ method: "X-ATTACK-1", route: null, status: 405 }),
      aRequest({ method: "X-ATTACK-2", route: null, status: 405 }),
    ])
    const counts = points.filter(({ name }) => name === "cs.http.request.count")
    assert.deepStrictEqual(
      counts.map(({ attributes, value }): object => ({ ...attributes, value })),
      [
        { shop: "one", "http.method": "GET", "http.route": "/init", "http.status_code": 200, value: 1 },
        { shop: "one", "http.method": "_OTHER", "http.status_code": 405, value: 2 },
      ],
    )
    assert.isTrue(points.every(({ attributes }) => attributes["shop"] === "one"))
    assert.strictEqual(points.find(({ name }) => name === "cs.http.request.duration")?.unit, "ms")
  })
})

describe("the metrics of vendor lists, caches and connections", () => {
  it("count fetches but not cache hits, and each outcome of the cache", async () => {
    const { measured, meter, stop } = inMemoryMeter()
    const { cache, observation } = makeInstruments(meterRecorder(meter, {}))
    const list = { language: "en", version: 1, vendors: 1, durationMs: 3 }
    observation({ _tag: "VendorListLoaded", ...list, from: "endpoint" })
    observation({ _tag: "VendorListLoaded", ...list, from: "cache" })
    const failed = { language: "en", reason: "timeout", failure: "secret", durationMs: 5, retryInMs: 1, serving: false }
    observation({ _tag: "VendorListFailed", ...failed })
    observation({ _tag: "ConnectionsRefused", count: 7, maxConnections: 1 })
    for (const outcome of ["hit", "hit", "miss", "failed", "done"] as const) {
      cache({ operation: "get", durationMs: 1, outcome })
    }
    const points = await measured()
    await stop()
    assert.deepStrictEqual(
      points.map(({ attributes, name, value }) => [name, value, ...Object.values(attributes)]),
      [
        ["cs.gvl.fetch.count", 2],
        ["cs.gvl.fetch.error", 1, "timeout"],
        ["cs.gvl.fetch.duration", 2],
        ["cs.server.connections.refused", 7],
        ["cs.cache.hit", 2],
        ["cs.cache.miss", 1],
        ["cs.cache.error", 1, "get"],
        ["cs.cache.latency", 5, "get"],
      ],
    )
  })
})

describe("the metrics of stores", () => {
  it("count operations and their failures", async () => {
    const { measured, meter, stop } = inMemoryMeter()
    const { query } = makeInstruments(meterRecorder(meter, {}))
    query({ operation: "append", entity: "consent", durationMs: 1, failure: null })
    query({ operation: "append", entity: "consent", durationMs: 2, failure: "StoreFailed" })
    const points = await measured()
    await stop()
    const attributes = { "db.operation": "append", "db.entity": "consent" }
    assert.deepStrictEqual(
      points.map(({ attributes: by, name, value }) => ({ by, name, value })),
      [
        { by: attributes, name: "cs.db.query.count", value: 2 },
        { by: attributes, name: "cs.db.query.duration", value: 2 },
        { by: { ...attributes, "error.type": "StoreFailed" }, name: "cs.db.error.count", value: 1 },
      ],
    )
  })

  it("ignore other observations", async () => {
    const { measured, meter, stop } = inMemoryMeter()
    makeInstruments(meterRecorder(meter, {})).observation({ _tag: "MigrationApplied", id: "1-baseline", durationMs: 1 })
    const points = await measured()
    await stop()
    assert.deepStrictEqual(points, [])
  })
})
