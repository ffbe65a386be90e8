import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import type { Observation } from "../observation/Observation.js"
import { aRequest } from "../testing/Observations.js"
import { currentObserver, Observer } from "./Observer.js"

/** The input of an Effect logger. */
interface Line {
  readonly level: string
  readonly message: unknown
  readonly annotations: Readonly<Record<string, unknown>>
}

/** Observes with the observer in context, and returns the logged lines. */
const logged = (observation: Observation, minimum = LogLevel.All) => {
  const lines: Array<Line> = []
  const logger = Logger.make<unknown, void>(({ annotations, logLevel, message }) => {
    lines.push({ level: logLevel.label, message, annotations: Object.fromEntries(HashMap.toEntries(annotations)) })
  })
  return Effect.map(currentObserver, (observe) => {
    observe(observation)
    return lines
  }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)), Logger.withMinimumLogLevel(minimum))
}

describe("the observer of a composition", () => {
  it.effect("logs through Effect's loggers by default: the event, its level, its fields as annotations", () =>
    Effect.gen(function* () {
      const [line, ...more] = yield* logged(aRequest({ status: 404, code: "NOT_FOUND" }))
      assert.isEmpty(more)
      assert.deepStrictEqual([line?.level, line?.message], ["WARN", ["request"]])
      assert.deepInclude(line?.annotations, { method: "GET", route: "/init", status: 404, code: "NOT_FOUND" })
    }),
  )

  it.effect("redacts what it logs by default", () =>
    Effect.gen(function* () {
      const failure = "cannot reach 203.0.113.7 for kim@shop.example, sub_abc"
      const [line] = yield* logged(aRequest({ status: 500, failure }))
      assert.strictEqual(line?.level, "ERROR")
      assert.strictEqual(line?.annotations["failure"], "cannot reach [ip] for [email], [subject]")
    }),
  )

  it.effect("respects the minimum level in context", () =>
    Effect.map(logged(aRequest(), LogLevel.Warning), (lines) => assert.isEmpty(lines)),
  )

  it.effect("is replaced by a given one, which is then the only one", () =>
    Effect.gen(function* () {
      const seen: Array<Observation> = []
      const observation = aRequest()
      const lines = yield* Effect.provide(
        logged(observation),
        Observer.layer((one) => void seen.push(one)),
      )
      assert.deepStrictEqual(seen, [observation])
      assert.isEmpty(lines)
    }),
  )
})
