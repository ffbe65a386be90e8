import { LeaseOutcome, PublishFailed } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { memoryLog, origin, start, type WatchedOptions } from "../testing/WatchedSequencer.js"

const watched = (options: WatchedOptions = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const log = memoryLog()
    return { ...log, ...log.sequencer(options) }
  })

const sequenced = (integrated: number, signed: number | null) => ({ _tag: "Sequenced", integrated, signed }) as const

describe("a process that has the lease", () => {
  it.effect("checks the tree and its keys again only after the five seconds of the lease", () =>
    Effect.gen(function* () {
      const { count, run } = yield* watched()
      yield* run
      assert.deepStrictEqual([count("check"), count("statements")], [2, 2])
      for (const [passesMs, checks, keys] of [
        [0, 0, 0],
        [4_999, 0, 0],
        [5_000, 2, 1],
      ] as const) {
        yield* TestClock.adjust(passesMs)
        assert.strictEqual((yield* run)._tag, "Sequenced")
        assert.deepStrictEqual([count("check"), count("statements")], [checks, keys], `${passesMs}`)
      }
    }),
  )

  it.effect("checks the tree again when its clock was set back, and when another has grown the tree", () =>
    Effect.gen(function* () {
      const { count, queue, run, sequencer, stored } = yield* watched()
      yield* run
      count("check")
      yield* TestClock.setTime(start - 1)
      yield* run
      assert.strictEqual(count("check"), 2)
      const { open } = stored
      if (open !== null) open.lease = null
      queue(1)
      const other = sequencer()
      yield* other.run
      yield* other.finish
      yield* run
      assert.strictEqual(count("check"), 2)
      yield* run
      assert.strictEqual(count("check"), 0)
    }),
  )

  it.effect("puts in and signs nothing when the clocks differ too much, until they do not", () =>
    Effect.gen(function* () {
      let isWrong = true
      const { queue, run, stored } = yield* watched({
        store: (log) => ({
          lease: (...asked) =>
            isWrong ? Effect.succeed(LeaseOutcome.ClockSuspicious({ offsetMs: 61_000 })) : log.lease(...asked),
        }),
      })
      queue(1)
      assert.deepStrictEqual(yield* run, { _tag: "ClockSuspicious", offsetMs: 61_000 })
      assert.deepStrictEqual([stored.queue.length, stored.checkpoints.size], [2, 0])
      isWrong = false
      assert.deepStrictEqual(yield* run, sequenced(3, 3))
    }),
  )

  it.effect("opens a log again that is gone", () =>
    Effect.gen(function* () {
      const { run, stored } = yield* watched({ signingKeys: [] })
      yield* run
      stored.open = null
      assert.deepStrictEqual(yield* run, { _tag: "Waiting" })
      assert.deepStrictEqual(yield* run, sequenced(1, null))
    }),
  )

  it.effect("opens a log again that goes while it takes the lease", () =>
    Effect.gen(function* () {
      let isGone = false
      const { run, stored } = yield* watched({
        signingKeys: [],
        store: (log) => ({
          lease: (...asked) =>
            Effect.tap(log.lease(...asked), () => {
              if (isGone) stored.open = null
              isGone = false
            }),
        }),
      })
      yield* run
      isGone = true
      assert.deepStrictEqual(yield* run, sequenced(0, null))
      assert.deepStrictEqual(yield* run, sequenced(1, null))
    }),
  )

  it.effect("opens a log again that goes while it puts entries in", () =>
    Effect.gen(function* () {
      let isGone = false
      const { run, stored } = yield* watched({
        signingKeys: [],
        store: (log) => ({
          integrate: (limit, decide) =>
            Effect.suspend(() => {
              if (isGone) stored.open = null
              isGone = false
              return log.integrate(limit, decide)
            }),
        }),
      })
      yield* run
      isGone = true
      assert.deepStrictEqual(yield* run, sequenced(0, null))
      assert.deepStrictEqual(yield* run, sequenced(1, null))
    }),
  )

  it.effect("leaves a log that has another name by now, and that of another where it has no key", () =>
    Effect.gen(function* () {
      const { run, sequencer, stored } = yield* watched({ signingKeys: [] })
      yield* run
      const other = sequencer({ signingKeys: [], origin: "other.example/log" })
      assert.deepStrictEqual(yield* other.run, { _tag: "Foreign", origin })
      if (stored.open !== null) stored.open.origin = "other.example/log"
      for (let at = 0; at < 2; at++)
        assert.deepStrictEqual(yield* run, { _tag: "Foreign", origin: "other.example/log" })
    }),
  )

  it.effect("begins its log with when it was opened, and its name", () =>
    Effect.gen(function* () {
      const { queue, run, stored } = yield* watched({ signingKeys: [] })
      queue(1)
      yield* run
      const [first] = stored.bundles.get(0)?.entries ?? []
      assert.match(first?.id ?? "", /^log_[\w-]{22}$/)
      assert.strictEqual(
        stored.statements.get(first?.id ?? ""),
        JSON.stringify({ log: JSON.stringify({ openedAt: start, origin }) }),
      )
      assert.strictEqual(stored.bundles.get(0)?.firstReceived, 0)
    }),
  )
})

describe("a process with many entries to put in", () => {
  /** How often it paused and asked for the lease, when that much time passes in each pause. */
  const counted = (passesMs: number) =>
    Effect.gen(function* () {
      let pauses = 0
      const pause = Effect.suspend(() => {
        pauses += 1
        return Effect.flatMap(Effect.clock, (clock) =>
          Effect.flatMap(clock.currentTimeMillis, (now) => TestClock.setTime(now + passesMs)),
        )
      })
      const { count, queue, run } = yield* watched({ batch: 4, pause })
      queue(12)
      assert.deepStrictEqual(yield* run, sequenced(14, 14))
      return [pauses, count("lease")]
    })

  it.effect("pauses between them, and renews the lease in its second half, or when its clock was set back", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* counted(0), [3, 1])
      assert.deepStrictEqual(yield* counted(2_500), [3, 2])
      assert.deepStrictEqual(yield* counted(2_501), [3, 4])
      assert.deepStrictEqual(yield* counted(-1), [3, 4])
    }),
  )

  it.effect("stops as soon as there is an objection, also between two batches", () =>
    Effect.gen(function* () {
      let objected: string | null = "others have seen another tree"
      const change = { batch: 4, objection: Effect.sync(() => objected) }
      const { queue, run, stored } = yield* watched({
        ...change,
        pause: Effect.sync(() => (objected = "seen meanwhile")),
      })
      queue(12)
      assert.deepStrictEqual(yield* run, { _tag: "Forked", problem: "others have seen another tree" })
      assert.deepStrictEqual([stored.queue.length, stored.checkpoints.size], [13, 0])
      objected = null
      assert.deepStrictEqual(yield* run, { _tag: "Forked", problem: "seen meanwhile" })
      assert.deepStrictEqual([stored.open?.head.size, stored.checkpoints.size], [4, 0])
    }),
  )
})

describe("a process with a checkpoint that is kept elsewhere", () => {
  it.effect("tries to read it once a minute, and once it was read, only when it checks the tree again", () =>
    Effect.gen(function* () {
      let [reads, isAway] = [0, true]
      const anchor = Effect.suspend(() => {
        reads += 1
        return isAway ? new PublishFailed({ reason: "away" }) : Effect.succeedNone
      })
      const { run } = yield* watched({ anchor })
      /** Runs at times after the start; the lease is held all the time. */
      const readsUntil = (...times: ReadonlyArray<number>) =>
        Effect.gen(function* () {
          reads = 0
          for (const at of times) {
            yield* TestClock.setTime(start + at)
            assert.strictEqual((yield* run)._tag, "Sequenced")
          }
          return reads
        })
      const seconds = (from: number, to: number) =>
        Array.from({ length: (to - from) / 4 + 1 }, (_, at) => (from + 4 * at) * 1_000)
      assert.strictEqual(yield* readsUntil(0), 1)
      assert.strictEqual(yield* readsUntil(...seconds(4, 56), 59_999), 0)
      assert.strictEqual(yield* readsUntil(60_000), 1)
      isAway = false
      assert.strictEqual(yield* readsUntil(...seconds(64, 116), 119_999), 0)
      assert.strictEqual(yield* readsUntil(120_000), 1)
      assert.strictEqual(yield* readsUntil(...seconds(124, 200)), 0)
      // The lease has ended.
      isAway = true
      assert.strictEqual(yield* readsUntil(205_000), 1)
      assert.strictEqual(yield* readsUntil(210_000), 1)
    }),
  )

  it.effect("says what contradicts it each time, and is held up by none of another log", () =>
    Effect.gen(function* () {
      const whole = yield* watched()
      whole.queue(5)
      yield* whole.run
      const { note } = whole.stored.checkpoints.get(7) ?? assert.fail("unsigned")
      const { run } = yield* watched({ anchor: Effect.succeed(Option.some(note)) })
      const problem = "the tree has 0 entries, but a checkpoint of 7 was signed"
      for (let at = 0; at < 2; at++) assert.deepStrictEqual(yield* run, { _tag: "Forked", problem })
    }),
  )
})
