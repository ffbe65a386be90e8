import type { DatabaseReadiness } from "@consent-service/adapter-sql/Readiness"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { makeReadiness } from "./Readiness.js"

/** A database that counts its checks, each of which takes 10 ms. */
const lookedAt = (found: () => DatabaseReadiness) => {
  let looks = 0
  const check = Effect.suspend(() => {
    looks += 1
    return Effect.succeed(found())
  }).pipe(Effect.delay("10 millis"))
  return { readiness: makeReadiness(check), looks: () => looks }
}

describe("makeReadiness", () => {
  it.effect("checks once for all probes of a second, whatever the result", () =>
    Effect.gen(function* () {
      let found: DatabaseReadiness = "unreachable"
      const { looks, readiness } = lookedAt(() => found)
      const probes = yield* Effect.forkAll(Effect.replicate(readiness, 100))
      yield* TestClock.adjust("10 millis")
      const answers = yield* Fiber.join(probes)
      assert.isTrue(answers.every(({ ready }) => !ready))
      found = "ready"
      yield* TestClock.adjust("989 millis")
      assert.isFalse((yield* readiness).ready)
      assert.strictEqual(looks(), 1)
      yield* TestClock.adjust("1 millis")
      const next = yield* Effect.fork(readiness)
      yield* TestClock.adjust("10 millis")
      assert.deepStrictEqual(yield* Fiber.join(next), { ready: true, reason: null })
      assert.strictEqual(looks(), 2)
    }),
  )

  it.effect("gives every state but ready a reason", () =>
    Effect.gen(function* () {
      const states = [
        "unreachable",
        "unusable",
        "read-only",
        "schema-behind",
        "schema-newer",
        "schema-altered",
      ] as const
      const answers = yield* Effect.forEach(states, (state) => makeReadiness(Effect.succeed(state)))
      assert.isTrue(answers.every(({ ready }) => !ready))
      assert.strictEqual(new Set(answers.map(({ reason }) => reason)).size, states.length)
    }),
  )
})
