import type { SessionReport } from "@consent-service/core/visitor"
import { ResolutionReports } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as SessionSink from "./SessionSink.js"

const report: SessionReport = {
  source: "render",
  revision: "r1",
  resolution: "unconfigured",
  policy: null,
  country: null,
  region: null,
  language: "en",
  gpc: false,
}

const visitor = { ip: null, userAgent: "test", headers: {} }

const deliver = (onReport: (report: SessionReport, visitor: unknown) => unknown) =>
  Effect.flatMap(ResolutionReports, (reports) => reports.deliver(report, visitor)).pipe(
    Effect.provide(SessionSink.layer({ onReport })),
  )

describe("a receiver of reports", () => {
  it.effect("gets the report and its visitor", () =>
    Effect.gen(function* () {
      const got: Array<unknown> = []
      assert.isNull(yield* deliver((...given) => got.push(...given)))
      assert.deepStrictEqual(got, [report, visitor])
    }),
  )

  it.effect("is waited for", () =>
    Effect.gen(function* () {
      let taken = false
      yield* deliver(async () => {
        await Promise.resolve()
        taken = true
      })
      assert.isTrue(taken)
    }),
  )

  it.effect("is waited for no longer than five seconds", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.fork(deliver(() => new Promise(() => {})))
      yield* TestClock.adjust("4999 millis")
      assert.isNull(yield* Fiber.poll(waiting).pipe(Effect.map(Option.getOrNull)))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(waiting), "onReport took more than 5000 ms")
    }),
  )

  it.effect("fails without failing anything else, now or later", () =>
    Effect.gen(function* () {
      const now = yield* deliver(() => {
        throw new Error("full")
      })
      const later = yield* deliver(() => Promise.reject(new Error("gone")))
      assert.deepStrictEqual([now, later], ["Error: full", "Error: gone"])
      const unprintable = yield* deliver(() => Promise.reject(Object.create(null)))
      assert.strictEqual(unprintable, "a cause that cannot be described")
    }),
  )
})
