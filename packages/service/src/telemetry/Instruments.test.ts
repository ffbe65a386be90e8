import type { RequestHandled } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { aRequest } from "../testing/Observations.js"
import { inMemoryMeter } from "../testing/Otel.js"
import { makeInstruments } from "./Instruments.js"

const consent = { id: "cns_1", created: true, decisionId: null, decisionSource: null, receipts: null, vendors: null }

/** What these requests add up to, by metric. */
const totalsOf = async (requests: ReadonlyArray<RequestHandled>) => {
  const { measured, meter, stop } = inMemoryMeter()
  const { observation } = makeInstruments(meter, { shop: "one" })
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
    consent: fc.constantFrom(null, consent, { ...consent, created: false }),
  })
  .map(aRequest)

describe("the metrics of requests", () => {
  it("count what was answered", async () => {
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
        count((each) => each.consent?.created === true),
      )
      assert.strictEqual(total("init.count"), answered("GET /init"))
      assert.strictEqual(total("consent_check.count"), answered("GET /consents/check"))
      assert.strictEqual(total("subject.linked"), answered("PATCH /subjects/:id"))
    })
    await fc.assert(property, { numRuns: 50 })
  })

  it("say by what, and no more than the code knows", async () => {
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

describe("the metrics of stores", () => {
  it("count operations and their failures", async () => {
    const { measured, meter, stop } = inMemoryMeter()
    const { query } = makeInstruments(meter, {})
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

  it("know nothing of other observations", async () => {
    const { measured, meter, stop } = inMemoryMeter()
    makeInstruments(meter, {}).observation({ _tag: "MigrationApplied", id: "1-baseline", durationMs: 1 })
    const points = await measured()
    await stop()
    assert.deepStrictEqual(points, [])
  })
})
