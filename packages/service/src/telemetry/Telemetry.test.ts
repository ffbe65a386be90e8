import {
  Archive,
  ConsentStore,
  DocumentStore,
  type LogEvent,
  type StoreError,
  StoreFailed,
} from "@consent-service/core/ports"
import type { SqlStores } from "@consent-service/adapter-sql"
import { assert, describe, it } from "@effect/vitest"
import { metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { Effect, Layer, Runtime, Tracer } from "effect"
import { aRequest } from "../testing/Observations.js"
import { inMemoryMeter, inMemoryTracer } from "../testing/Otel.js"
import { openTelemetry } from "../otel/OpenTelemetry.js"
import type { OpenTelemetry, TelemetrySettings } from "../options/TelemetryOptions.js"
import { makeTelemetry, type Telemetry } from "./Telemetry.js"

/** Stores that only answer pings. */
const storesOf = (ping: Effect.Effect<void, StoreError>): Layer.Layer<SqlStores.Stores> =>
  Layer.mergeAll(
    Layer.mock(ConsentStore, { tenant: null, ping }),
    Layer.mock(DocumentStore, { tenant: null }),
    Layer.mock(Archive, { tenant: null }),
  )

/** As an instance runs a request: on a runtime built over the tracer, in a span of the request's. */
const requesting = (
  telemetry: Telemetry,
  ping: Effect.Effect<void, StoreError>,
  parent?: Tracer.ExternalSpan,
): Promise<unknown> => {
  const layer = Layer.effectDiscard(Effect.void).pipe(
    Layer.provideMerge(telemetry.traced(storesOf(ping))),
    Layer.provideMerge(telemetry.tracer),
  )
  const runtime = Effect.runSync(Effect.provide(Effect.runtime<ConsentStore>(), layer))
  const handled = Effect.flatMap(ConsentStore, (store) => store.ping).pipe(
    Effect.withSpan("GET /status", { kind: "server", captureStackTrace: false, parent }),
  )
  return Runtime.runPromiseExit(runtime)(handled)
}

const none: TelemetrySettings = { tracer: null, meter: null, openTelemetry: null, defaultAttributes: {} }

const installed = () => Promise.resolve(openTelemetry)

/** Telemetry that is on. */
const telemetryOf = (settings: Partial<TelemetrySettings>, load: () => Promise<OpenTelemetry> = installed) => {
  const reported: Array<LogEvent> = []
  const telemetry = makeTelemetry({ ...none, ...settings }, (event) => reported.push(event), load)
  if (telemetry === null) throw new Error("telemetry is on")
  return { ...telemetry, reported }
}

/** Loads on command. */
const pending = () => {
  let resolve: (loaded: OpenTelemetry) => void = () => {}
  const promise = new Promise<OpenTelemetry>((loaded) => (resolve = loaded))
  return { load: () => promise, resolve: (loaded: OpenTelemetry) => resolve(loaded) }
}

const missing = () => Promise.reject(new Error("Cannot find package"))

describe("telemetry that is not enabled", () => {
  it("is none, and loads nothing", () => {
    const told = () => assert.fail("told")
    assert.isNull(makeTelemetry(null, told, () => assert.fail("loaded")))
  })
})

describe("traces", () => {
  it("have the span of a request, and in it those of the stores", async () => {
    const { spans, tracer } = inMemoryTracer()
    const telemetry = telemetryOf({ tracer, defaultAttributes: { shop: "one" } })
    await telemetry.ready
    await requesting(telemetry, Effect.void)
    const [store, request] = spans()
    assert.deepInclude(store, {
      name: "cs.db.ping",
      kind: SpanKind.CLIENT,
      attributes: { shop: "one", "db.operation": "ping", "db.entity": "consent" },
      status: { code: SpanStatusCode.OK },
    })
    assert.deepInclude(request, { name: "GET /status", kind: SpanKind.SERVER, attributes: { shop: "one" } })
    assert.strictEqual(store?.parentSpanContext?.spanId, request?.spanContext().spanId)
    assert.strictEqual(spans().length, 2)
  })

  it("have the kind of a failure, but not its message", async () => {
    const { spans, tracer } = inMemoryTracer()
    const telemetry = telemetryOf({ tracer })
    await telemetry.ready
    const cause = new Error("canary ann@shop.example", { cause: new Error("canary sub_4fGh") })
    const ping = Effect.logError("canary in a log").pipe(
      Effect.zipRight(Effect.fail(new StoreFailed({ operation: "canary", cause }))),
    )
    await requesting(telemetry, ping)
    await requesting(telemetry, Effect.die(new TypeError("canary")))
    await requesting(telemetry, Effect.interrupt)
    const told = spans().map(({ attributes, events, links, name, status }) =>
      JSON.stringify({ attributes, events, links, name, status }),
    )
    for (const text of told) assert.notInclude(text, "canary")
    assert.deepStrictEqual(
      spans().map(({ status: { code, message } }) => [code, code === SpanStatusCode.ERROR ? message : ""]),
      [
        ...[1, 2].map(() => [SpanStatusCode.ERROR, "StoreFailed"]),
        ...[1, 2].map(() => [SpanStatusCode.ERROR, "TypeError"]),
        ...[1, 2].map(() => [SpanStatusCode.OK, ""]),
      ],
    )
  })

  it.each([true, false])("continue an external trace, sampled: %j", async (sampled) => {
    const { spans, tracer } = inMemoryTracer()
    const telemetry = telemetryOf({ tracer })
    await telemetry.ready
    const parent = Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16), sampled })
    await requesting(telemetry, Effect.void, parent)
    assert.deepStrictEqual(
      spans().map((span) => span.spanContext().traceId),
      sampled ? ["a".repeat(32), "a".repeat(32)] : [],
    )
  })

  it("start when their packages are loaded; earlier requests are not traced", async () => {
    const { spans, tracer } = inMemoryTracer()
    const { load, resolve } = pending()
    const telemetry = telemetryOf({ tracer }, load)
    const early = await requesting(telemetry, Effect.void)
    assert.deepInclude(early, { _tag: "Success" })
    assert.strictEqual(spans().length, 0)
    resolve(openTelemetry)
    await telemetry.ready
    await requesting(telemetry, Effect.void)
    assert.strictEqual(spans().length, 2)
  })
})

describe("openTelemetry that is given", () => {
  it("traces the first request, and nothing is loaded", async () => {
    const { spans, tracer } = inMemoryTracer()
    const telemetry = telemetryOf({ tracer, openTelemetry }, () => assert.fail("loaded"))
    await requesting(telemetry, Effect.void)
    assert.strictEqual(spans().length, 2)
  })
})

describe("metrics", () => {
  it("count requests and operations of the stores", async () => {
    const { measured, meter, stop } = inMemoryMeter()
    const telemetry = telemetryOf({ meter })
    await telemetry.ready
    telemetry.observe(aRequest())
    await requesting(telemetry, Effect.void)
    const names = (await measured()).map(({ name }) => name)
    assert.includeMembers(names, ["cs.http.request.count", "cs.init.count", "cs.db.query.count"])
    await stop()
  })

  it("lose nothing that happens before their package is loaded", async () => {
    const { measured, provider, stop } = inMemoryMeter()
    const { load, resolve } = pending()
    const telemetry = telemetryOf({}, load)
    telemetry.observe(aRequest())
    resolve({ ...openTelemetry, meter: () => provider.getMeter("test") })
    await telemetry.ready
    telemetry.observe(aRequest())
    const count = (await measured()).find(({ name }) => name === "cs.http.request.count")
    assert.strictEqual(count?.value, 2)
    await stop()
  })
})

describe("without a tracer or a meter of its own", () => {
  it("telemetry takes the global ones", async () => {
    const { provider: traces, spans } = inMemoryTracer()
    const { measured, provider: meters, stop } = inMemoryMeter()
    trace.setGlobalTracerProvider(traces)
    metrics.setGlobalMeterProvider(meters)
    try {
      const reported: Array<LogEvent> = []
      const telemetry = makeTelemetry(none, (event) => reported.push(event), installed)
      assert.isNotNull(telemetry)
      await telemetry?.ready
      if (telemetry !== null) await requesting(telemetry, Effect.void)
      assert.deepStrictEqual(reported, [])
      assert.strictEqual(spans()[0]?.instrumentationScope.name, "consent-service")
      assert.include(
        (await measured()).map(({ name }) => name),
        "cs.db.query.count",
      )
    } finally {
      trace.disable()
      metrics.disable()
      await stop()
    }
  })
})

describe("without the optional packages", () => {
  it("the log names the package to install once, and the service keeps working", async () => {
    const telemetry = telemetryOf({}, missing)
    telemetry.observe(aRequest())
    await telemetry.ready
    telemetry.observe(aRequest())
    assert.deepInclude(await requesting(telemetry, Effect.void), { _tag: "Success" })
    assert.deepStrictEqual(telemetry.reported, [
      {
        level: "warn",
        event: "telemetry-unavailable",
        failure: "Error: Cannot find package",
        remedy:
          "npm install @effect/opentelemetry@0.64 @opentelemetry/api@1; in a bundle, import openTelemetry from consent-service/otel and give it as telemetry.openTelemetry",
      },
    ])
  })

  it("a meter that was given measures anyway", async () => {
    const { measured, meter, stop } = inMemoryMeter()
    const telemetry = telemetryOf({ meter }, missing)
    await telemetry.ready
    telemetry.observe(aRequest())
    assert.include(
      (await measured()).map(({ name }) => name),
      "cs.http.request.count",
    )
    assert.strictEqual(telemetry.reported.length, 1)
    await stop()
  })
})
