import { SchemaMismatch } from "@consent-service/core/ports"
import { SqlError } from "@effect/sql/SqlError"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { guard } from "./Guard.js"

const sqlError = (code: string) => new SqlError({ cause: { code, message: "m" } })

const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.either(guard("append", 5_000)(effect))

const tagOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(run(effect), (result) => (result._tag === "Left" ? `${result.left._tag}` : "Right"))

it.effect("failures and defects of the client become the port's errors", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* tagOf(Effect.fail(sqlError("ECONNRESET"))), "StoreUnreachable")
    assert.strictEqual(yield* tagOf(Effect.die(sqlError("ECONNRESET"))), "StoreUnreachable")
    assert.strictEqual(yield* tagOf(Effect.fail(sqlError("42P01"))), "StoreFailed")
    assert.strictEqual(yield* tagOf(Effect.die(sqlError("42P01"))), "StoreFailed")
    assert.strictEqual(yield* tagOf(Effect.die(new TypeError("bug"))), "StoreFailed")
    assert.strictEqual(yield* tagOf(Effect.fail(new SchemaMismatch({ message: "old" }))), "SchemaMismatch")
  }),
)

it.effect("a lost connection that also breaks the rollback is classified by the first error", () =>
  Effect.gen(function* () {
    const both = Effect.ensuring(Effect.fail(sqlError("42P01")), Effect.die(sqlError("ECONNRESET")))
    assert.strictEqual(yield* tagOf(both), "StoreUnreachable")
  }),
)

it.effect("the message of a bug in the code is not passed on", () =>
  Effect.gen(function* () {
    const result = yield* run(Effect.die(new TypeError("cannot read sub_canary")))
    assert.notInclude(JSON.stringify(result), "canary")
    assert.include(JSON.stringify(result), "TypeError")
  }),
)

it.effect("an operation times out even when it cannot be interrupted", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(tagOf(Effect.uninterruptible(Effect.never)))
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* Fiber.join(fiber), "StoreUnreachable")
  }),
)

it.live("no timer outlives its operation, even where nothing can be interrupted", () =>
  Effect.gen(function* () {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length
    const nextTurn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
    const before = timers()
    yield* Effect.uninterruptible(guard("append", 60_000)(nextTurn))
    yield* nextTurn
    // An unrelated timer may have ended meanwhile.
    assert.isAtMost(timers(), before)
  }),
)

it.effect("lost races are retried up to a limit", () =>
  Effect.gen(function* () {
    let runs = 0
    const losing = Effect.suspend(() => {
      runs++
      return Effect.die(sqlError("40001"))
    })
    const fiber = yield* Effect.fork(tagOf(losing))
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* Fiber.join(fiber), "StoreUnreachable")
    assert.isAbove(runs, 10)
  }),
)

it.effect("interruption is not an error", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(guard("append", 5_000)(Effect.never))
    yield* Effect.yieldNow()
    assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
  }),
)
