import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { ObservabilityOptions } from "./ObservabilityOptions.js"

const drain = () => {}

const accepts = <A, I>(schema: Schema.Schema<A, I>, options: unknown): boolean =>
  Either.isRight(Schema.decodeUnknownEither(schema, { onExcessProperty: "error" })(options))

describe("the shape of `observability`", () => {
  it.each([
    {},
    { level: "inherit", service: "consent", include: ["/init"], exclude: ["/status"], redact: true },
    { drain, enrich: drain, keep: drain },
    { level: undefined, drain: undefined },
  ])("accepts %j", (options) => assert.isTrue(accepts(ObservabilityOptions, options)))

  it.each([
    { level: "debug" },
    { service: " " },
    { include: ["init"] },
    { exclude: "/status" },
    { redact: false },
    { drain: "console" },
    { sampling: 1 },
  ])("refuses %j", (options) => assert.isFalse(accepts(ObservabilityOptions, options)))
})

describe("the defaults", () => {
  it("is that requests that failed go to the console", () => {
    assert.deepStrictEqual(Schema.decodeSync(ObservabilityOptions)({}), {
      level: "warn",
      service: null,
      include: null,
      exclude: new Set<string>(),
      keep: null,
      enrich: null,
      drain: null,
    })
  })
})
