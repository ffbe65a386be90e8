import { type LogEvent, logLevels } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import { ObservabilityOptions } from "../options/ObservabilityOptions.js"
import { fromLogger, LoggerOptions } from "./Logger.js"
import { foldOlderOptions } from "./OlderOptions.js"

const drain = () => {}

const accepts = (options: unknown): boolean =>
  Either.isRight(Schema.decodeUnknownEither(LoggerOptions, { onExcessProperty: "error" })(options))

/** The settings of `observability` and an older `logger`. */
const resolveObservability = (observability: ObservabilityOptions, logger: LoggerOptions) => {
  const { issues, options } = foldOlderOptions({ observability, logger })
  assert.deepStrictEqual(issues, [])
  const decoded = Schema.decodeUnknownSync(Schema.Struct({ observability: ObservabilityOptions }))(options)
  return decoded.observability
}

describe("the shape of `logger`", () => {
  it.each([{}, { level: "debug", log: drain }, { drain }])("accepts %j", (options) => assert.isTrue(accepts(options)))

  it.each([{ level: "loud" }, { log: true }, { pretty: true }])("refuses %j", (options) =>
    assert.isFalse(accepts(options)),
  )
})

describe("what holds where an option of `observability` is not given", () => {
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

  it("receives level and name before the event", () => {
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
