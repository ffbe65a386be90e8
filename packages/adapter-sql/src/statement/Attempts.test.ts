import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { untilSettled } from "./Attempts.js"

describe("untilSettled", () => {
  /** Fails to settle so many times. */
  const attempts = (defeats: number) => {
    let made = 0
    const attempt = Effect.sync(() => {
      made += 1
      return made > defeats ? `settled by attempt ${made}` : null
    })
    return { attempt, made: () => made }
  }

  it.effect("goes on while another caller is faster, and no longer", () =>
    Effect.gen(function* () {
      for (const defeats of [0, 1, 59]) {
        const { attempt, made } = attempts(defeats)
        assert.strictEqual(yield* untilSettled(attempt, "no outcome"), `settled by attempt ${defeats + 1}`)
        assert.strictEqual(made(), defeats + 1)
      }
    }),
  )

  it.effect("gives up after more attempts than callers race, and says what was tried", () =>
    Effect.gen(function* () {
      const { attempt, made } = attempts(60)
      const { message } = yield* Effect.flip(untilSettled(attempt, "no outcome"))
      assert.strictEqual(message, "no outcome after 60 attempts, and no conflicting row exists")
      assert.strictEqual(made(), 60)
    }),
  )
})
