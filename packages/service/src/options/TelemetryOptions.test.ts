import { metrics, trace } from "@opentelemetry/api"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { TelemetryOptions } from "./TelemetryOptions.js"

const resolveTelemetry = (options: TelemetryOptions = {}) => Schema.decodeSync(TelemetryOptions)(options)

const tracer = trace.getTracer("test")
const meter = metrics.getMeter("test")

const accepts = (options: unknown): boolean =>
  Either.isRight(Schema.decodeUnknownEither(TelemetryOptions, { onExcessProperty: "error" })(options))

describe("the shape of `telemetry`", () => {
  it.each([{}, { enabled: true }, { tracer, meter }, { defaultAttributes: { shop: "one", shard: 1, test: false } }])(
    "accepts %j",
    (options) => assert.isTrue(accepts(options)),
  )

  it.each([
    { enabled: "yes" },
    { tracer: meter },
    { meter: tracer },
    { tracer: null },
    { defaultAttributes: { shop: { name: "one" } } },
    { defaultAttributes: "shop=one" },
    { exporter: "otlp" },
  ])("refuses %j", (options) => assert.isFalse(accepts(options)))
})

describe("telemetry", () => {
  it("is off until it is enabled", () => {
    assert.isNull(resolveTelemetry())
    assert.isNull(resolveTelemetry({ tracer, meter }))
    assert.isNull(resolveTelemetry({ enabled: false }))
  })

  it("uses the global providers by default", () => {
    assert.deepStrictEqual(resolveTelemetry({ enabled: true }), {
      tracer: null,
      meter: null,
      openTelemetry: null,
      defaultAttributes: {},
    })
    assert.strictEqual(resolveTelemetry({ enabled: true, tracer })?.tracer, tracer)
  })
})
