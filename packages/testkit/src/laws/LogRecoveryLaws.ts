/** Laws of how a log takes over what it has lost, and how it begins anew. */
import { grow, leafData, leafHash, type PendingEntry, rootOf, tileWidth } from "@consent-service/core/evidence"
import type { TakeOver } from "@consent-service/core/ports"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { LogIt } from "./LogGrowthLaws.js"
import {
  archiveEntry,
  drain,
  entriesOf,
  freshTenant,
  type LoggedStores,
  opening,
  origin,
  stateOf,
  storesOf,
  type TestedLog,
} from "./LogUnderTest.js"

const time = 1_790_000_001_234

const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => archiveEntry(`e${String(from + at).padStart(4, "0")}`, time + from + at))

const checkpointOf = (size: number) => ({ size, note: `a checkpoint of ${size}\n`, signedAt: time })

/** A log with these entries in its tree, first the one that opens it. */
const logWith = (first: PendingEntry, rest: ReadonlyArray<PendingEntry>) =>
  Effect.gen(function* () {
    const tenant = freshTenant()
    const stores = yield* storesOf(tenant)
    yield* stores.log.open({ ...opening(), entry: first })
    yield* stores.log.queue(rest)
    yield* drain(stores.log)
    return { ...stores, another: storesOf(tenant) }
  })

/** What takes over the leaves that a whole log has behind `from`. */
const lostBehind = (from: number, whole: LoggedStores["reader"], queue: ReadonlyArray<PendingEntry> = []) =>
  Effect.gen(function* () {
    const all = yield* entriesOf(whole)
    const leaves = all.slice(from)
    return {
      origin,
      openedAt: time,
      commitments: leaves.map(({ commitment }) => commitment),
      checkpoint: checkpointOf(all.length),
      growthBy: (head, edge, queued) => {
        if (head.size !== from) return null
        const growth = grow(
          head,
          edge,
          leaves.map(({ commitment, kind, time: at }) => {
            const own = queued.find((entry) => entry.commitment === commitment)
            const [id, opener] = [own?.id ?? null, own?.salt ?? null]
            return { entry: { kind, time: at, commitment, id, opener }, receivedAt: own?.receivedAt ?? at }
          }),
        )
        return growth === null ? null : { growth, queue }
      },
    } satisfies TakeOver
  })

const leafHashes = (reader: LoggedStores["reader"]) =>
  Effect.map(entriesOf(reader), (logged) => logged.map((entry) => leafHash(leafData(entry))))

export const logRecoveryLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  law(
    "leaves that are taken over are in the tree; those that wait leave the queue and keep what they are of",
    Effect.gen(function* () {
      const [first, all, said] = [opening().entry, entries(9), archiveEntry("said", time + 99)]
      const whole = yield* logWith(first, all)
      const { log, reader } = yield* logWith(first, all.slice(0, 3))
      const waiting = archiveEntry("waiting", time + 50)
      yield* log.queue([...all.slice(6, 7), waiting])
      const outcome = yield* log.takeOver(yield* lostBehind(4, whole.reader, [said]))
      assert.strictEqual(outcome._tag, "TakenOver")
      const { head, queued } = yield* stateOf(reader)
      assert.deepStrictEqual([head, queued], [(yield* stateOf(whole.reader)).head, 2])
      const logged = yield* entriesOf(reader)
      assert.deepStrictEqual(
        logged.map(({ id, opener }) => [id, opener === null]),
        [
          ["log_opened", false],
          ["e0000", false],
          ["e0001", false],
          ["e0002", false],
          [null, true],
          [null, true],
          [null, true],
          ["e0006", false],
          [null, true],
          [null, true],
        ],
      )
      const place = yield* reader.locate("e0006", time + 6)
      assert.strictEqual(place._tag === "At" ? place.position : null, 7)
      assert.strictEqual((yield* reader.locate("e0005", time + 5))._tag, "Unknown")
      assert.deepStrictEqual(Option.getOrNull(yield* reader.checkpoint(0)), checkpointOf(10))
      assert.strictEqual(yield* drain(log), 2)
      assert.deepStrictEqual(
        (yield* entriesOf(reader)).slice(10).map(({ id }) => id),
        ["waiting", "said"],
      )
    }),
  )

  law(
    "a log that was not opened is opened with the leaves",
    Effect.gen(function* () {
      const whole = yield* logWith(opening().entry, entries(2))
      const { log, reader } = yield* storesOf(freshTenant())
      assert.strictEqual((yield* log.takeOver(yield* lostBehind(0, whole.reader)))._tag, "TakenOver")
      const state = yield* stateOf(reader)
      assert.deepStrictEqual([state.origin, state.openedAt, state.queued], [origin, time, 0])
      assert.deepStrictEqual(state.head, (yield* stateOf(whole.reader)).head)
      assert.strictEqual((yield* log.open(opening()))._tag, "Known")
    }),
  )

  law(
    "what is refused or fails changes nothing",
    Effect.gen(function* () {
      const whole = yield* logWith(opening().entry, entries(5))
      const lost = yield* lostBehind(4, whole.reader, [archiveEntry("said", time)])
      const fails = () => {
        throw new Error("a decision that fails")
      }
      const { log, reader } = yield* logWith(opening().entry, entries(2))
      const empty = yield* storesOf(freshTenant())
      const before = [yield* stateOf(reader), yield* entriesOf(reader)]
      assert.strictEqual((yield* log.takeOver(lost))._tag, "Inconsistent")
      assert.strictEqual((yield* Effect.exit(log.takeOver({ ...lost, growthBy: fails })))._tag, "Failure")
      const outcome = yield* log.takeOver({ ...lost, origin: "other.example/log" })
      assert.deepStrictEqual({ ...outcome }, { _tag: "Foreign", origin })
      assert.deepStrictEqual([yield* stateOf(reader), yield* entriesOf(reader)], before)
      assert.isTrue(Option.isNone(yield* reader.checkpoint(0)))
      assert.strictEqual((yield* empty.log.takeOver(lost))._tag, "Inconsistent")
      assert.strictEqual((yield* Effect.exit(empty.log.takeOver({ ...lost, growthBy: fails })))._tag, "Failure")
      assert.isTrue(Option.isNone(yield* empty.reader.state))
    }),
  )

  law(
    "of several processes that take over the same leaves one does",
    Effect.gen(function* () {
      const [first, all] = [opening().entry, entries(7)]
      const whole = yield* logWith(first, all)
      const { another, reader } = yield* logWith(first, all.slice(0, 2))
      const lost = yield* lostBehind(3, whole.reader)
      const processes = yield* Effect.all([another, another, another])
      const outcomes = yield* Effect.forEach(processes, ({ log }) => Effect.exit(log.takeOver(lost)), {
        concurrency: "unbounded",
      })
      const taken = outcomes.filter((exit) => exit._tag === "Success" && exit.value._tag === "TakenOver")
      assert.strictEqual(taken.length, 1)
      assert.deepStrictEqual(yield* leafHashes(reader), yield* leafHashes(whole.reader))
    }),
  )

  it.scoped.prop(
    "leaves that are taken over at any sizes make the tree that they are of",
    [FastCheck.integer({ min: 0, max: 600 }), FastCheck.integer({ min: 1, max: 300 })],
    ([kept, lost]) =>
      Effect.gen(function* () {
        const [first, all] = [opening().entry, entries(kept + lost)]
        const whole = yield* logWith(first, all)
        const { log, reader } = yield* logWith(first, all.slice(0, kept))
        assert.strictEqual((yield* log.takeOver(yield* lostBehind(kept + 1, whole.reader)))._tag, "TakenOver")
        yield* log.queue([archiveEntry("later", time + 5_000)])
        assert.strictEqual(yield* drain(log), 1)
        const leaves = yield* leafHashes(reader)
        assert.strictEqual(leaves.length, kept + lost + 2)
        assert.deepStrictEqual(leaves.slice(0, -1), yield* leafHashes(whole.reader))
        assert.deepStrictEqual((yield* stateOf(reader)).head.root, rootOf(leaves))
        const [tile] = yield* reader.tiles([{ level: 1, n: 0 }])
        assert.strictEqual(tile?.hashes.length ?? 0, Math.floor(leaves.length / tileWidth))
      }),
    { timeout, fastCheck: { numRuns: 5 } },
  )

  law(
    "a log that is begun anew has another name and nothing of its former tree, and what waits goes into it",
    Effect.gen(function* () {
      const { log, reader } = yield* logWith(opening().entry, entries(300))
      const other = yield* logWith(opening().entry, entries(2))
      yield* log.keepCheckpoint(checkpointOf(301))
      yield* log.lease("a", Date.now(), 60_000)
      yield* log.queue([archiveEntry("waiting", time)])
      const anew = {
        origin: "consent.shop.example/evidence-2",
        openedAt: time + 5,
        entries: [archiveEntry("opened", 0), archiveEntry("follows", 1)],
      }
      assert.strictEqual((yield* log.reopen({ ...anew, origin }))._tag, "SameOrigin")
      assert.strictEqual((yield* stateOf(reader)).head.size, 301)
      assert.deepStrictEqual({ ...(yield* log.reopen(anew)) }, { _tag: "Reopened", from: origin })
      const state = yield* stateOf(reader)
      assert.deepStrictEqual([state.origin, state.openedAt, state.head.size], [anew.origin, anew.openedAt, 0])
      assert.isTrue(Option.isNone(yield* reader.checkpoint(0)))
      assert.deepStrictEqual([yield* entriesOf(reader), yield* reader.tiles([{ level: 1, n: 0 }])], [[], []])
      assert.strictEqual((yield* log.lease("b", Date.now(), 5_000))._tag, "Leased")
      assert.strictEqual(yield* drain(log), 3)
      assert.deepStrictEqual(
        (yield* entriesOf(reader)).map(({ id }) => id),
        ["opened", "follows", "waiting"],
      )
      assert.strictEqual((yield* entriesOf(other.reader)).length, 3)
      const unopened = yield* storesOf(freshTenant())
      assert.strictEqual((yield* unopened.log.reopen(anew))._tag, "NotOpened")
    }),
  )
}
