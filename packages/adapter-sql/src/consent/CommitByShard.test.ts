import { assert, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { watchCommits } from "../testing/WatchedCommits.js"
import { makeCommitByShard } from "./CommitByShard.js"
import { nextTurn } from "./Together.js"

/** Items are numbers. The shard is the number of tens; the first four shards are on one node. */
const setUp = (commit: (items: ReadonlyArray<number>) => Effect.Effect<void, string>, timeoutMs = 5_000) => {
  const { commit: watched, commits, underWay } = watchCommits(commit)
  const append = makeCommitByShard({
    shardOf: (subject) => ({ id: subject, node: Number(subject) < 4 ? "1" : "2", least: 0, greatest: 0 }),
    subjectOf: (item: number) => String(Math.floor(item / 10)),
    commit: watched,
    concernsAll: () => false,
    timedOut: () => "timed out",
    toError: () => "failed",
    timeoutMs,
    atOnce: 2,
  })
  return { append, commits, underWay }
}

const together = { concurrency: "unbounded" } as const
const all = Arr.range(0, 79)

it.live("a batch is of one shard, and all shards together have so many commits", () =>
  Effect.gen(function* () {
    const { append, commits, underWay } = setUp(() => nextTurn)
    const told = yield* Effect.forEach(all, append, together)
    assert.deepStrictEqual(
      told,
      all.map((item) => `done ${item}`),
    )
    for (const items of commits) assert.lengthOf(new Set(items.map((item) => Math.floor(item / 10))), 1)
    assert.strictEqual(commits.length, 8)
    assert.isAtMost(underWay.most, 6)
  }),
)

it.live("what arrives while a shard waits for a slot goes with the rest", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const { append, commits } = setUp(() => Deferred.await(gate))
    const asking = yield* Effect.fork(Effect.forEach([0, 10, 20, 30], append, together))
    yield* Effect.repeatN(nextTurn, 3)
    assert.lengthOf(commits, 3)
    const later = yield* Effect.fork(Effect.forEach([31, 32], append, together))
    yield* Effect.repeatN(nextTurn, 3)
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.joinAll([asking, later])
    assert.deepStrictEqual(commits.at(-1), [30, 31, 32])
  }),
)

it.live("a node that does not answer delays no other, not even by its retries", () =>
  Effect.gen(function* () {
    const { append } = setUp((items) => (items.some((item) => item < 40) ? Effect.never : nextTurn), 400)
    const silent = yield* Effect.fork(Effect.forEach(Arr.range(0, 39), (item) => Effect.exit(append(item)), together))
    // Before the silent ones are given up, while they are retried one by one, and after that.
    for (let round = 0; round < 20; round += 1) {
      yield* Effect.forEach(Arr.range(40, 79), append, together)
      yield* Effect.sleep(25)
    }
    assert.isTrue((yield* Fiber.join(silent)).every(({ _tag }) => _tag === "Failure"))
  }),
)
