import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { timestampRequest } from "../evidence/Timestamp.js"
import { EvidenceLog, type KeptCheckpoint, type KeptTimestamp } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { TimestampAnswer, TimestampAuthorities, type TimestampAuthority } from "../ports/TimestampAuthorities.js"
import { checkpoints } from "../testing/EvidenceVectors.js"
import { timestampVector } from "../testing/TimestampVector.js"
import { makeTimestamping, TimestampRun } from "./Timestamping.js"

const { answer, nonce, time } = timestampVector
const [hour, day, name] = [3_600_000, 86_400_000, "https://tsa.example"]

const right = TimestampAnswer.Answered({ bytes: answer })
const stamped = TimestampRun.Stamped({ authority: name, size: 8 })
const notDue = TimestampRun.NotDue({ authority: name })
const unstamped = (reason: string) => TimestampRun.Unstamped({ authority: name, reason })

const checkpoint8: KeptCheckpoint = { size: 8, note: checkpoints.signed8, signedAt: 0 }

/** A log in memory with this newest checkpoint, whose stamps are counted reads of. */
const logOf = (newest: KeptCheckpoint | null = checkpoint8) => {
  const kept: Array<KeptTimestamp> = []
  let [reads, checkpoint] = [0, newest]
  return {
    kept,
    reads: () => reads,
    sign: (next: KeptCheckpoint) => {
      checkpoint = next
    },
    ports: Layer.merge(
      Layer.mock(EvidenceLog, { tenant: null, keepTimestamp: (stamp) => Effect.sync(() => void kept.push(stamp)) }),
      Layer.mock(EvidenceReader, {
        tenant: null,
        state: Effect.succeedNone,
        checkpoint: () =>
          Effect.sync(() => {
            reads += 1
            return Option.fromNullable(checkpoint)
          }),
        newestTimestamp: (authority) =>
          Effect.sync(() => Option.fromNullable(kept.findLast((stamp) => stamp.authority === authority))),
      }),
    ),
  }
}

const authorityOf = (answers: Effect.Effect<TimestampAnswer>, everyMs = hour, named = name) => {
  const requests: Array<Uint8Array> = []
  const ask = (request: Uint8Array) =>
    Effect.suspend(() => {
      requests.push(request)
      return answers
    })
  return { name: named, everyMs, ask, requests }
}

/** The runs of a process. */
const processOf = (log: ReturnType<typeof logOf>, all: ReadonlyArray<TimestampAuthority>) =>
  makeTimestamping().pipe(
    Effect.provideService(TimestampAuthorities, { all, nonce: () => nonce }),
    Effect.provide(log.ports),
  )

describe("a time stamp of the newest checkpoint", () => {
  it.effect("is asked for over what was signed, and kept as it came", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(time + 5)
      const [log, authority] = [logOf(), authorityOf(Effect.succeed(right))]
      assert.deepStrictEqual(yield* processOf(log, [authority]), [stamped])
      assert.deepStrictEqual(authority.requests, [timestampRequest(checkpoints.text8, nonce)])
      assert.deepStrictEqual(log.kept, [
        { size: 8, authority: name, text: checkpoints.text8, answer, keptAt: time + 5 },
      ])
    }),
  )

  it.effect("is not kept when it is of something else, or more than a day from the own clock", () =>
    Effect.gen(function* () {
      const far = "its time, 2026-11-25T11:15:01.000Z, is far from the own clock"
      for (const [now, expected, given] of [
        [time + day, stamped, right],
        [time + day + 1, unstamped(far), right],
        [time - day, stamped, right],
        [time - day - 1, unstamped(far), right],
        [time, unstamped("it is no answer of RFC 3161"), TimestampAnswer.Answered({ bytes: new Uint8Array() })],
        [time, unstamped("it does not answer"), TimestampAnswer.Failed({ reason: "it does not answer" })],
      ] as const) {
        yield* TestClock.setTime(now)
        const log = logOf()
        assert.deepStrictEqual(yield* processOf(log, [authorityOf(Effect.succeed(given))]), [expected])
        assert.lengthOf(log.kept, expected === stamped ? 1 : 0)
      }
      yield* TestClock.setTime(time)
      const unreadable = logOf({ ...checkpoint8, note: "?" })
      assert.deepStrictEqual(yield* processOf(unreadable, [authorityOf(Effect.succeed(right))]), [
        unstamped("its time stamp is of something else"),
      ])
    }),
  )

  it.effect("is not asked for before the first checkpoint, or without an authority", () =>
    Effect.gen(function* () {
      const authority = authorityOf(Effect.succeed(right))
      assert.deepStrictEqual(yield* processOf(logOf(null), [authority]), [])
      assert.lengthOf(authority.requests, 0)
      const log = logOf()
      assert.deepStrictEqual(yield* processOf(log, []), [])
      assert.strictEqual(log.reads(), 0)
    }),
  )

  it.effect("is asked of all authorities together", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(time)
      const isAsked = yield* Deferred.make<void>()
      const waits = authorityOf(Effect.as(Deferred.await(isAsked), right))
      const frees = authorityOf(Effect.as(Deferred.succeed(isAsked, undefined), right), hour, "https://two.example")
      const runs = yield* processOf(logOf(), [waits, frees])
      assert.deepStrictEqual(runs, [stamped, TimestampRun.Stamped({ authority: "https://two.example", size: 8 })])
    }),
  )
})

describe("an authority", () => {
  const signedLater = { ...checkpoint8, size: 9 }

  it.effect("is asked again once its interval has passed, and nothing is read before", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(time)
      const log = logOf()
      const run = processOf(log, [authorityOf(Effect.succeed(right))])
      yield* run
      log.sign(signedLater)
      yield* TestClock.setTime(time + hour - 1)
      assert.deepStrictEqual(yield* run, [])
      assert.strictEqual(log.reads(), 1)
      yield* TestClock.setTime(time + hour)
      assert.deepStrictEqual(yield* run, [TimestampRun.Stamped({ authority: name, size: 9 })])
    }),
  )

  it.effect("is asked by no process before its interval has passed since another has", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(time)
      const [log, authority] = [logOf(), authorityOf(Effect.succeed(right))]
      yield* processOf(log, [authority])
      log.sign(signedLater)
      yield* TestClock.setTime(time + 1)
      const other = processOf(log, [authority])
      assert.deepStrictEqual(yield* other, [notDue])
      yield* TestClock.setTime(time + hour - 1)
      assert.deepStrictEqual(yield* other, [])
      yield* TestClock.setTime(time + hour)
      assert.deepStrictEqual(yield* other, [TimestampRun.Stamped({ authority: name, size: 9 })])
      assert.lengthOf(authority.requests, 2)
    }),
  )

  it.effect("is not asked while nothing new is signed, at which is looked every second", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(time)
      const log = logOf()
      const run = processOf(log, [authorityOf(Effect.succeed(right))])
      yield* run
      yield* TestClock.setTime(time + hour)
      assert.deepStrictEqual(yield* run, [notDue])
      log.sign(signedLater)
      yield* TestClock.setTime(time + hour + 999)
      assert.deepStrictEqual(yield* run, [])
      yield* TestClock.setTime(time + hour + 1_000)
      assert.deepStrictEqual(yield* run, [TimestampRun.Stamped({ authority: name, size: 9 })])
    }),
  )

  it.effect("that has not stamped is asked again after a minute, or its interval where that is shorter", () =>
    Effect.gen(function* () {
      for (const [everyMs, afterMs] of [
        [hour, 60_000],
        [20_000, 20_000],
      ] as const) {
        yield* TestClock.setTime(time)
        const failed = unstamped("away")
        const run = processOf(logOf(), [
          authorityOf(Effect.succeed(TimestampAnswer.Failed({ reason: "away" })), everyMs),
        ])
        assert.deepStrictEqual(yield* run, [failed])
        yield* TestClock.setTime(time + afterMs - 1)
        assert.deepStrictEqual(yield* run, [])
        yield* TestClock.setTime(time + afterMs)
        assert.deepStrictEqual(yield* run, [failed])
      }
    }),
  )
})
