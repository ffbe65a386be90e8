/** Laws of how an evidence log grows. */
import { leafData, leafHash, rootOf, tileWidth } from "@consent-service/core/evidence"
import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import {
  archiveEntry,
  drain,
  entriesOf,
  freshTenant,
  integrateSome,
  openedStores,
  opening,
  origin,
  stateOf,
  storesOf,
  type TestedLog,
} from "./LogUnderTest.js"

/** Where laws of the log are declared. */
export type LogIt = Vitest.MethodsNonLive<TestedLog, true>

const time = 1_790_000_001_234

const entries = (count: number, prefix = "e") =>
  Array.from({ length: count }, (_, at) => archiveEntry(`${prefix}${at}`, time + (at % 7)))

/** Several processes that each integrate until nothing is left for them. */
const integrateAtOnce = (processes: number, limit: number, tenant: string) =>
  Effect.forEach(
    Array.from({ length: processes }, () => storesOf(tenant)),
    (opened) => Effect.flatMap(opened, ({ log }) => drain(log, limit)),
    { concurrency: "unbounded" },
  )

export const logGrowthLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  law(
    "of several processes that open a log one opens it, and its first entry is queued once",
    Effect.gen(function* () {
      const tenant = freshTenant()
      const processes = yield* Effect.all(Array.from({ length: 4 }, () => storesOf(tenant)))
      const outcomes = yield* Effect.forEach(processes, ({ log }) => log.open(opening()), { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.map(({ _tag }) => _tag).sort(), ["Known", "Known", "Known", "Opened"])
      const [first] = processes
      assert.strictEqual((yield* stateOf(first!.reader)).queued, 1)
      assert.strictEqual(yield* drain(first!.log), 1)
    }),
  )

  law(
    "a log keeps its origin",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      const outcome = yield* log.open(opening("another.example/log"))
      assert.deepStrictEqual({ ...outcome }, { _tag: "Foreign", origin })
      const state = yield* stateOf(reader)
      assert.deepStrictEqual([state.origin, state.queued], [origin, 1])
    }),
  )

  law(
    "an entry whose id is queued again, in the time of the last one that is integrated, stays queued",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      yield* drain(log)
      // As a document version has one that is published, superseded and published again.
      yield* log.queue([archiveEntry("z", time), archiveEntry("a", time + 1), archiveEntry("z", time + 1)])
      yield* integrateSome(log, 2)
      assert.strictEqual((yield* stateOf(reader)).queued, 1)
      yield* integrateSome(log, 2)
      assert.deepStrictEqual(
        (yield* entriesOf(reader)).slice(1).map(({ id }) => id),
        ["z", "a", "z"],
      )
    }),
  )

  law(
    "a log is renamed until a checkpoint is kept",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      const outcome = yield* log.open(opening("another.example/log", true))
      assert.deepStrictEqual({ ...outcome }, { _tag: "Renamed", from: origin })
      assert.strictEqual(yield* drain(log), 2)
      yield* log.keepCheckpoint({ size: 2, note: "another", signedAt: time })
      const later = yield* log.open(opening("third.example/log", true))
      assert.deepStrictEqual({ ...later }, { _tag: "Foreign", origin: "another.example/log" })
      const state = yield* stateOf(reader)
      assert.deepStrictEqual([state.origin, state.queued], ["another.example/log", 0])
    }),
  )

  law(
    "nothing grows before a log is open, and what was queued before enters it later",
    Effect.gen(function* () {
      const { log, reader } = yield* storesOf(freshTenant())
      assert.isTrue(Option.isNone(yield* reader.state))
      assert.strictEqual((yield* integrateSome(log, 8))._tag, "NotOpened")
      assert.strictEqual((yield* log.lease("a", Date.now(), 1_000))._tag, "NotOpened")
      yield* log.queue(entries(3))
      yield* log.open(opening())
      assert.strictEqual(yield* drain(log), 4)
    }),
  )

  law(
    "entries enter in the order they were received in, equal times by id, and the root is that of their leaves",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      yield* log.queue(entries(40).toReversed())
      yield* log.queue([])
      assert.strictEqual(yield* drain(log, 7), 41)
      const logged = yield* entriesOf(reader)
      const expected = entries(40)
        .sort((one, other) => one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : 1))
        .map(({ id }) => id)
      assert.deepStrictEqual(
        logged.map(({ id }) => id),
        ["log_opened", ...expected],
      )
      const { head, oldestQueued, queued } = yield* stateOf(reader)
      assert.deepStrictEqual([head.size, queued, oldestQueued], [41, 0, null])
      assert.deepStrictEqual(head.root, rootOf(logged.map((entry) => leafHash(leafData(entry)))))
    }),
  )

  it.scoped.prop(
    "batches of any sizes make the tree that one batch makes",
    [FastCheck.array(FastCheck.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 })],
    ([sizes]) =>
      Effect.gen(function* () {
        const { log, reader } = yield* openedStores
        let count = 1
        for (const [at, size] of sizes.entries()) {
          yield* log.queue(entries(size, `b${at}_`))
          yield* drain(log, 1 + ((size * 7) % 290))
          count += size
        }
        const bundles = yield* reader.bundles(0, 100)
        assert.deepStrictEqual(
          bundles.map(({ n }) => n),
          Array.from({ length: Math.ceil(count / tileWidth) }, (_, n) => n),
        )
        const logged = yield* entriesOf(reader)
        const leaves = logged.map((entry) => leafHash(leafData(entry)))
        assert.strictEqual(leaves.length, count)
        assert.deepStrictEqual((yield* stateOf(reader)).head.root, rootOf(leaves))
        const full = Math.floor(count / tileWidth)
        const [tile] = yield* reader.tiles([{ level: 1, n: 0 }])
        assert.deepStrictEqual(
          tile?.hashes ?? [],
          Array.from({ length: full }, (_, n) => rootOf(leaves.slice(n * tileWidth, (n + 1) * tileWidth))),
        )
      }),
    { timeout, fastCheck: { numRuns: 5 } },
  )

  law(
    "several processes that integrate while others queue put each entry in once",
    Effect.gen(function* () {
      const { another, reader, tenant } = yield* openedStores
      const writing = Effect.forEach(
        Array.from({ length: 20 }, (_, at) => at),
        (at) => Effect.flatMap(another, ({ log }) => log.queue(entries(5, `w${at}_`))),
        { concurrency: 5, discard: true },
      )
      yield* Effect.all([writing, integrateAtOnce(3, 9, tenant), integrateAtOnce(3, 4, tenant)], {
        concurrency: "unbounded",
      })
      yield* integrateAtOnce(2, 50, tenant)
      const ids = (yield* entriesOf(reader)).map(({ id }) => id)
      const expected = [
        "log_opened",
        ...Array.from({ length: 20 }, (_, at) => entries(5, `w${at}_`))
          .flat()
          .map(({ id }) => id),
      ]
      assert.deepStrictEqual(ids.sort(), expected.sort())
      const { head, queued } = yield* stateOf(reader)
      assert.deepStrictEqual([head.size, queued], [101, 0])
    }),
  )

  law(
    "an integration that is refused or fails changes nothing",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      yield* log.queue(entries(5))
      yield* integrateSome(log, 3)
      const before = [yield* stateOf(reader), yield* entriesOf(reader)]
      assert.strictEqual((yield* log.integrate(8, () => null))._tag, "Inconsistent")
      const failed = yield* Effect.exit(
        log.integrate(8, () => {
          throw new Error("a decision that fails")
        }),
      )
      assert.strictEqual(failed._tag, "Failure")
      assert.deepStrictEqual([yield* stateOf(reader), yield* entriesOf(reader)], before)
      assert.strictEqual(yield* drain(log), 3)
      assert.strictEqual((yield* integrateSome(log, 3))._tag, "NothingQueued")
    }),
  )

  law(
    "an integration says whether more may wait",
    Effect.gen(function* () {
      const { log } = yield* openedStores
      yield* log.queue(entries(5))
      const outcomes = [yield* integrateSome(log, 4), yield* integrateSome(log, 4)]
      assert.deepStrictEqual(
        outcomes.map((outcome) => outcome._tag === "Integrated" && [outcome.count, outcome.backlog, outcome.head.size]),
        [
          [4, true, 4],
          [2, false, 6],
        ],
      )
    }),
  )

  law(
    "of several processes that ask concurrently one has the lease, until it ends or is given back",
    Effect.gen(function* () {
      const { another, log } = yield* openedStores
      const now = Date.now()
      const outcomes = yield* Effect.forEach(
        ["a", "b", "c", "d"],
        (holder) => Effect.flatMap(another, (stores) => stores.log.lease(holder, now, 5_000)),
        { concurrency: "unbounded" },
      )
      const tags = outcomes.map(({ _tag }) => _tag)
      assert.deepStrictEqual(tags.toSorted(), ["HeldByAnother", "HeldByAnother", "HeldByAnother", "Leased"])
      const holder = ["a", "b", "c", "d"][tags.indexOf("Leased")] ?? ""
      assert.strictEqual((yield* log.lease(holder, now + 4_000, 5_000))._tag, "Leased")
      assert.strictEqual((yield* log.lease("e", now + 8_999, 5_000))._tag, "HeldByAnother")
      assert.strictEqual((yield* log.lease("e", now + 9_000, 5_000))._tag, "Leased")
      yield* log.release(holder)
      assert.strictEqual((yield* log.lease("f", now + 9_000, 5_000))._tag, "HeldByAnother")
      yield* log.release("e")
      assert.strictEqual((yield* log.lease("f", now + 9_000, 5_000))._tag, "Leased")
    }),
  )

  law(
    "a lease that was taken while a clock was days ahead keeps no process waiting once the clock is right",
    Effect.gen(function* () {
      const { log } = yield* openedStores
      const now = Date.now()
      // A server that has its own clock refuses this one.
      yield* log.lease("ahead", now + 172_800_000, 5_000)
      assert.strictEqual((yield* log.lease("right", now, 5_000))._tag, "Leased")
    }),
  )

  law(
    "no tenant sees or moves another's entries",
    Effect.gen(function* () {
      const [mine, theirs] = [yield* openedStores, yield* openedStores]
      yield* mine.log.queue(entries(4))
      assert.strictEqual(yield* drain(theirs.log), 1)
      assert.strictEqual((yield* stateOf(mine.reader)).queued, 5)
      assert.strictEqual(yield* drain(mine.log), 5)
      yield* mine.log.keepCheckpoint({ size: 5, note: "mine", signedAt: time })
      assert.strictEqual((yield* entriesOf(theirs.reader)).length, 1)
      assert.isTrue(Option.isNone(yield* theirs.reader.checkpoint(0)))
      assert.strictEqual((yield* theirs.reader.locate("e0", time))._tag, "Unknown")
      assert.strictEqual((yield* theirs.reader.statements(["log_opened"])).size, 1)
      assert.strictEqual((yield* mine.log.lease("a", Date.now(), 5_000))._tag, "Leased")
      assert.strictEqual((yield* theirs.log.lease("b", Date.now(), 5_000))._tag, "Leased")
    }),
  )
}
