import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import { type LogEvent, logLevels } from "./LogEvent.js"
import { fromLogger, LoggerShape, ObservabilityShape, resolveObservability } from "./ObservabilityOptions.js"

const drain = () => {}

const accepts = <A, I>(schema: Schema.Schema<A, I>, options: unknown): boolean =>
  Either.isRight(Schema.decodeUnknownEither(schema, { onExcessProperty: "error" })(options))

describe("the shape of `observability`", () => {
  it.each([
    {},
    { level: "inherit", service: "consent", include: ["/init"], exclude: ["/status"], redact: true },
    { drain, enrich: drain, keep: drain },
    { level: undefined, drain: undefined },
  ])("accepts %j", (options) => assert.isTrue(accepts(ObservabilityShape, options)))

  it.each([
    { level: "debug" },
    { service: " " },
    { include: ["init"] },
    { exclude: "/status" },
    { redact: false },
    { drain: "console" },
    { sampling: 1 },
  ])("refuses %j", (options) => assert.isFalse(accepts(ObservabilityShape, options)))
})

describe("the shape of `logger`", () => {
  it.each([{}, { level: "debug", log: drain }, { drain }])("accepts %j", (options) =>
    assert.isTrue(accepts(LoggerShape, options)),
  )

  it.each([{ level: "loud" }, { log: true }, { pretty: true }])("refuses %j", (options) =>
    assert.isFalse(accepts(LoggerShape, options)),
  )
})

describe("what holds where an option is not given", () => {
  it("is that requests that failed go to the console", () => {
    assert.deepStrictEqual(resolveObservability(), {
      level: "warn",
      service: null,
      include: null,
      exclude: new Set<string>(),
      keep: null,
      enrich: null,
      drain: null,
    })
  })

  it("is the level of the older option, where there is none or it is inherited", () => {
    const level = fc.option(fc.constantFrom(...logLevels), { nil: undefined })
    const property = fc.property(fc.option(level, { nil: "inherit" as const }), level, (today, older) => {
      const resolved = resolveObservability(
        today === undefined ? {} : { level: today },
        older === undefined ? {} : { level: older },
      )
      assert.strictEqual(resolved.level, today === "inherit" || today === undefined ? (older ?? "warn") : today)
    })
    fc.assert(property)
  })

  it("is the older drain", () => {
    const older = () => {}
    assert.strictEqual(resolveObservability({}, { drain: older }).drain, older)
    assert.strictEqual(resolveObservability({ drain }, { drain: older }).drain, drain)
  })
})

describe("the older `logger`", () => {
  const event: LogEvent = { level: "warn", event: "request", status: 404 }

  it("is told level and name before the event", () => {
    const told: Array<ReadonlyArray<unknown>> = []
    fromLogger({ log: (...words) => told.push(words) }).drain?.(event)
    assert.deepStrictEqual(told, [["warn", "request", event]])
  })

  it("drains rather than logs", () => {
    assert.strictEqual(fromLogger({ drain, log: () => assert.fail("both") }).drain, drain)
  })

  it("has its level, the finest of which is `info` today", () => {
    assert.deepStrictEqual(fromLogger({}), {})
    assert.deepStrictEqual(fromLogger({ level: "error" }), { level: "error" })
    assert.deepStrictEqual(fromLogger({ level: "debug" }), { level: "info" })
  })
})
