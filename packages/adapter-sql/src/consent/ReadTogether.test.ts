import { TransactionConnection } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import { nextTurn } from "./Together.js"
import { makeReadTogether } from "./ReadTogether.js"

const allAtOnce = { concurrency: "unbounded" } as const

/** A read that records its queries. */
const setUp = (answer: (key: string) => Effect.Effect<string, string> = (key) => Effect.succeed(`of ${key}`)) => {
  const queries: Array<ReadonlyArray<string>> = []
  const read = makeReadTogether((keys: ReadonlyArray<string>) =>
    Effect.sync(() => {
      queries.push(keys)
      return answer
    }),
  )
  return { queries, read }
}

it.live("reads of one turn are one query, and each caller gets its own answer", () =>
  Effect.gen(function* () {
    const { queries, read } = setUp()
    const keys = FastCheck.sample(FastCheck.string(), 300)
    const told = yield* Effect.forEach(keys, read, allAtOnce)
    assert.deepStrictEqual(
      told,
      keys.map((key) => `of ${key}`),
    )
    assert.deepStrictEqual(queries, [keys])
    assert.strictEqual(yield* read("later"), "of later")
    assert.deepStrictEqual(queries.slice(1), [["later"]])
  }),
)

it.live("a caller never waits for an earlier query, and never gets an answer from one that began before its call", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    let state = "before"
    const read = makeReadTogether(([key]: ReadonlyArray<string>) => {
      const seen = state
      return Effect.as(key === "slow" ? Deferred.await(gate) : Effect.void, () => Effect.succeed(seen))
    })
    const slow = yield* Effect.fork(read("slow"))
    yield* Effect.repeatN(nextTurn, 3)
    state = "after"
    assert.strictEqual(yield* read("quick"), "after")
    yield* Deferred.succeed(gate, undefined)
    assert.strictEqual(yield* Fiber.join(slow), "before")
  }),
)

it.live("a failed query fails all of its callers, but no later ones", () =>
  Effect.gen(function* () {
    let outcome: Effect.Effect<(key: string) => Effect.Effect<string>, string> = Effect.fail("lost")
    const read = makeReadTogether((_: ReadonlyArray<string>) => outcome)
    const failed = yield* Effect.forEach(["a", "b"], (key) => Effect.either(read(key)), allAtOnce)
    assert.deepStrictEqual(failed, [Either.left("lost"), Either.left("lost")])
    outcome = Effect.dieMessage("a mistake")
    const died = yield* Effect.forEach(["a", "b"], (key) => Effect.exit(read(key)), allAtOnce)
    assert.isTrue(died.every((exit) => exit._tag === "Failure" && exit.cause._tag === "Die"))
    outcome = Effect.succeed(Effect.succeed)
    assert.strictEqual(yield* read("c"), "c")
  }),
)

it.live("an unreadable result fails only its own caller", () =>
  Effect.gen(function* () {
    const { read } = setUp((key) => {
      if (key === "thrown") throw new TypeError("a mistake")
      return key === "bad" ? Effect.fail("unreadable") : Effect.succeed(key)
    })
    const told = yield* Effect.forEach(["a", "bad", "thrown", "b"], (key) => Effect.exit(read(key)), allAtOnce)
    assert.deepStrictEqual(
      told.map(({ _tag }) => _tag),
      ["Success", "Failure", "Failure", "Success"],
    )
  }),
)

it.live("a caller that leaves in time is not queried for, and others still get their results", () =>
  Effect.gen(function* () {
    const { queries, read } = setUp()
    const leaver = yield* Effect.fork(read("leaver"))
    const stayer = yield* Effect.fork(read("stayer"))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(leaver)
    const late = yield* Effect.fork(read("late"))
    assert.strictEqual(yield* Fiber.join(stayer), "of stayer")
    assert.strictEqual(yield* Fiber.join(late), "of late")
    assert.deepStrictEqual(queries, [["stayer", "late"]])
    const alone = yield* Effect.fork(read("alone"))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(alone)
    yield* Effect.repeatN(nextTurn, 3)
    assert.strictEqual(queries.length, 1)
    assert.strictEqual(yield* read("next"), "of next")
  }),
)

it.live("within a transaction a key is read alone, in that transaction", () =>
  Effect.gen(function* () {
    const seen: Array<readonly [ReadonlyArray<string>, boolean]> = []
    const read = makeReadTogether((keys: ReadonlyArray<string>) =>
      Effect.map(Effect.serviceOption(TransactionConnection), ({ _tag }) => {
        seen.push([keys, _tag === "Some"])
        return Effect.succeed
      }),
    )
    const unused = Effect.dieMessage("must not be called")
    const connection: Connection = {
      execute: () => unused,
      executeRaw: () => unused,
      executeValues: () => unused,
      executeUnprepared: () => unused,
      executeStream: () => assert.fail("must not be called"),
    }
    const within = Effect.provideService(TransactionConnection, [connection, 0] as const)
    yield* Effect.all([within(read("a")), read("b"), within(read("c")), read("d")], allAtOnce)
    assert.sameDeepMembers(seen, [
      [["a"], true],
      [["c"], true],
      [["b", "d"], false],
    ])
  }),
)

it.live("reads of one turn are one query for each part, and one that fails fails its own callers", () =>
  Effect.gen(function* () {
    const queries: Array<ReadonlyArray<string>> = []
    const read = makeReadTogether<string, string, string>(
      (keys) =>
        Effect.suspend(() => {
          queries.push(keys)
          return keys.includes("b1") ? Effect.fail("lost") : Effect.succeed((key) => Effect.succeed(`of ${key}`))
        }),
      Effect.succeed((key) => key.charAt(0)),
    )
    const told = yield* Effect.forEach(["a1", "b1", "c1", "b2", "a2"], (key) => Effect.either(read(key)), allAtOnce)
    assert.deepStrictEqual(told.map(Either.merge), ["of a1", "lost", "of c1", "lost", "of a2"])
    assert.deepStrictEqual(queries, [["a1", "a2"], ["b1", "b2"], ["c1"]])
  }),
)

it.live("where the parts are not known, all callers fail", () =>
  Effect.gen(function* () {
    const read = makeReadTogether<string, string, string>(() => Effect.dieMessage("read"), Effect.fail("no parts"))
    const told = yield* Effect.forEach(["a", "b"], (key) => Effect.flip(read(key)), allAtOnce)
    assert.deepStrictEqual(told, ["no parts", "no parts"])
  }),
)
