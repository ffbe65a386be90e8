import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import { watchCommits } from "../testing/WatchedCommits.js"
import { makeGroupCommit } from "./GroupCommit.js"
import { nextTurn } from "./Together.js"

const turns = (count: number) => Effect.repeatN(nextTurn, count)

const allAtOnce = { concurrency: "unbounded" } as const

/** A store whose commits take as long as a test wants, and that remembers them. */
const setUp = (atOnce: number, commit: (items: ReadonlyArray<number>) => Effect.Effect<void, string>) => {
  const { commit: watched, commits, underWay } = watchCommits(commit)
  const append = makeGroupCommit({
    commit: watched,
    concernsAll: () => true,
    timedOut: () => "timed out",
    toError: () => "failed",
    timeoutMs: 5_000,
    atOnce,
  })
  return { append, commits, underWay }
}

describe("concurrent commits", () => {
  const standing = (atOnce: number) =>
    Effect.gen(function* () {
      const gates = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let begun = 0
      const store = setUp(atOnce, () => {
        const gate = gates[begun++]
        return gate === undefined ? Effect.void : Deferred.await(gate)
      })
      const told: Array<string> = []
      const ask = (item: number) =>
        Effect.fork(Effect.map(store.append(item), (answer) => void told.push(answer))).pipe(Effect.zipLeft(turns(3)))
      const asking = [yield* ask(1), yield* ask(2), yield* ask(3), yield* ask(4), yield* ask(5)]
      const [first, second] = gates
      return { ...store, told, asking: Fiber.joinAll(asking), first: first!, second: second! }
    })

  it.live(
    "waiting items are committed alongside a running commit once they outnumber it, and may be acknowledged first",
    () =>
      Effect.gen(function* () {
        const { asking, commits, first, second, told } = yield* standing(2)
        // 2 waits, because no more items wait than are being committed; 3 makes it more. Then 4 and 5 are fewer again.
        assert.deepStrictEqual(commits, [[1], [2, 3]])
        yield* Deferred.succeed(second, undefined)
        yield* turns(3)
        assert.deepStrictEqual(commits, [[1], [2, 3], [4, 5]])
        assert.deepStrictEqual(told, ["done 2", "done 3", "done 4", "done 5"])
        yield* Deferred.succeed(first, undefined)
        yield* asking
        assert.strictEqual(told.length, 5)
      }),
  )

  it.live("where one blocks the others, waiting items go together when it ends", () =>
    Effect.gen(function* () {
      const { asking, commits, first, second } = yield* standing(1)
      assert.deepStrictEqual(commits, [[1]])
      yield* Deferred.succeed(second, undefined)
      yield* Deferred.succeed(first, undefined)
      yield* asking
      assert.deepStrictEqual(commits, [[1], [2, 3, 4, 5]])
    }),
  )

  it.live("a caller that leaves while it waits withdraws its item; one that leaves during a commit does not", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { append, commits } = setUp(1, () => Deferred.await(gate))
      const ask = (item: number) => Effect.zipLeft(Effect.fork(append(item)), turns(3))
      const underWay = yield* ask(1)
      const waiting = yield* ask(2)
      const staying = yield* ask(3)
      assert.deepStrictEqual(commits, [[1]])
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(underWay)
      assert.deepStrictEqual(commits, [[1]])
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(staying), "done 3")
      assert.deepStrictEqual(commits, [[1], [3]])
    }),
  )

  it.effect.prop(
    "each item is in one commit, its caller gets its result, and concurrency stays within the limit",
    {
      atOnce: FastCheck.integer({ min: 1, max: 4 }),
      bursts: FastCheck.array(
        FastCheck.record({ size: FastCheck.integer({ min: 1, max: 150 }), pause: FastCheck.nat(4) }),
        {
          maxLength: 8,
        },
      ),
      lasting: FastCheck.func(FastCheck.nat(5)),
    },
    ({ atOnce, bursts, lasting }) =>
      Effect.gen(function* () {
        const { append, commits, underWay } = setUp(atOnce, (items) => turns(lasting(items[0])))
        let made = 0
        const asking = []
        for (const { pause, size } of bursts) {
          const items = Array.from({ length: size }, () => made++)
          asking.push(yield* Effect.fork(Effect.forEach(items, append, allAtOnce)))
          yield* turns(pause)
        }
        const told = (yield* Fiber.joinAll(asking)).flat()
        const numbers = Array.from({ length: made }, (_, item) => item)
        assert.deepStrictEqual(
          told,
          numbers.map((item) => `done ${item}`),
        )
        assert.deepStrictEqual(
          commits.flat().toSorted((one, other) => one - other),
          numbers,
        )
        assert.isAtMost(underWay.most, atOnce)
        assert.strictEqual(underWay.now, 0)
      }),
    { fastCheck: { numRuns: 50 } },
  )
})
