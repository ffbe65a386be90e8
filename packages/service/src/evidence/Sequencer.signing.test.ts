import { readCheckpointNote, readNote } from "@consent-service/core/evidence"
import { StoreUnreachable } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { memoryLog, origin, start } from "../testing/WatchedSequencer.js"
import * as NodeSigner from "./NodeSigner.js"

const sequenced = (integrated: number, signed: number | null) => ({ _tag: "Sequenced", integrated, signed }) as const

const newLog = Effect.gen(function* () {
  yield* TestClock.setTime(start)
  return memoryLog()
})

/** A process around whose integrations something happens, once. */
const disturbed = (log: ReturnType<typeof memoryLog>, when: "before" | "after", change: () => void) => {
  let left = 1
  return log.sequencer({
    store: (own) => ({
      integrate: (limit, decide) => {
        const happens = Effect.sync(() => {
          if (left-- > 0) change()
        })
        const integrated = own.integrate(limit, decide)
        return when === "before" ? Effect.zipRight(happens, integrated) : Effect.zipLeft(integrated, happens)
      },
    }),
  })
}

describe("a checkpoint", () => {
  it.effect("is a note over the tree, signed by each key on a line of its own, with the time of its signature", () =>
    Effect.gen(function* () {
      const log = yield* newLog
      const keys = [NodeSigner.makeSigningKey(origin), NodeSigner.makeSigningKey(origin)]
      yield* log.sequencer({ signingKeys: keys }).run
      const { note, signedAt } = log.stored.checkpoints.get(3) ?? assert.fail("unsigned")
      assert.strictEqual(signedAt, start)
      assert.deepStrictEqual(readCheckpointNote(note), { origin, size: 3, root: log.stored.open?.head.root })
      const ids = keys.map((key) => NodeSigner.verifierOf(key)?.split("+")[1])
      assert.deepStrictEqual(
        readNote(note)?.signatures.map(({ keyId }) => keyId),
        ids,
      )
    }),
  )

  it.effect(
    "is not signed within the interval at the same time, and not by a process whose log is gone for a moment",
    () =>
      Effect.gen(function* () {
        const log = yield* newLog
        let isAway = false
        const { run } = log.sequencer({
          store: (own) => ({
            integrate: (limit, decide) =>
              Effect.suspend(() => {
                const { open } = log.stored
                if (isAway) log.stored.open = null
                return Effect.ensuring(
                  own.integrate(limit, decide),
                  Effect.sync(() => {
                    log.stored.open = open
                  }),
                )
              }),
          }),
        })
        yield* run
        log.queue(1)
        assert.deepStrictEqual(yield* run, sequenced(1, null))
        isAway = true
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* run, sequenced(0, null))
        isAway = false
        assert.deepStrictEqual(yield* run, sequenced(0, 3))
      }),
  )

  it.effect("is not signed by a process for what another has signed", () =>
    Effect.gen(function* () {
      const log = yield* newLog
      const one = log.sequencer()
      yield* one.run
      yield* one.finish
      assert.deepStrictEqual(yield* log.sequencer().run, sequenced(0, null))
      assert.strictEqual(log.stored.checkpoints.size, 1)
    }),
  )

  it.effect("is not signed over a tree that another process has grown since this one did", () =>
    Effect.gen(function* () {
      const log = yield* newLog
      yield* log.sequencer({ signingKeys: [] }).finish
      const grows = Effect.sync(() => {
        const { open } = log.stored
        if (open !== null) open.lease = null
        log.queue(1)
        Effect.runSync(log.sequencer({ signingKeys: [] }).finish)
      })
      const { run } = disturbed(log, "after", () => Effect.runSync(grows))
      const { open } = log.stored
      assert.deepStrictEqual(yield* run, sequenced(1, null))
      assert.deepStrictEqual([open?.head.size, log.stored.checkpoints.size], [3, 0])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* run, sequenced(0, 3))
    }),
  )

  it.effect("is not signed over a log that has another name since its tree was grown, or is gone", () =>
    Effect.gen(function* () {
      for (const change of ["other.example/log", null]) {
        const log = yield* newLog
        const { run } = disturbed(log, "after", () => {
          if (change === null) log.stored.open = null
          else if (log.stored.open !== null) log.stored.open.origin = change
        })
        assert.deepStrictEqual(yield* run, sequenced(2, null))
        assert.strictEqual(log.stored.checkpoints.size, 0)
      }
    }),
  )

  it.effect("counts from when it was signed, although it could not be kept", () =>
    Effect.gen(function* () {
      const log = yield* newLog
      let isDown = true
      const { run } = log.sequencer({
        store: (own) => ({
          keepCheckpoint: (kept) =>
            Effect.suspend(() =>
              isDown ? new StoreUnreachable({ operation: "keepCheckpoint", cause: "down" }) : own.keepCheckpoint(kept),
            ),
        }),
      })
      yield* log.sequencer({ signingKeys: [] }).finish
      const backup = structuredClone(log.stored)
      assert.strictEqual((yield* Effect.flip(run))._tag, "StoreUnreachable")
      isDown = false
      Object.assign(log.stored, backup)
      log.queue(9)
      assert.deepStrictEqual(yield* run, {
        _tag: "Forked",
        problem: "the tree has 1 entries, but a checkpoint of 2 was signed",
      })
    }),
  )
})

describe("a tree", () => {
  it.effect("that another process has grown since it was checked is checked again before it grows", () =>
    Effect.gen(function* () {
      const log = yield* newLog
      yield* log.sequencer({ signingKeys: [] }).finish
      const grows = () => {
        if (log.stored.open !== null) log.stored.open.lease = null
        log.queue(1)
        Effect.runSync(log.sequencer({ signingKeys: [] }).finish)
        log.queue(1)
      }
      const { count, run } = disturbed(log, "before", grows)
      assert.deepStrictEqual(yield* run, { _tag: "Waiting" })
      assert.strictEqual(count("check"), 2)
      assert.strictEqual(log.stored.queue.length, 1)
      assert.deepStrictEqual(yield* run, sequenced(1, 4))
      assert.strictEqual(count("check"), 2)
    }),
  )

  it.effect("that was replaced by another of the same size is not grown", () =>
    Effect.gen(function* () {
      const [log, other] = [yield* newLog, yield* newLog]
      const { run } = log.sequencer()
      for (const each of [log, other]) each.queue(1)
      yield* run
      yield* other.sequencer({ signingKeys: [NodeSigner.makeSigningKey(origin)] }).finish
      Object.assign(log.stored, structuredClone(other.stored))
      log.queue(1)
      assert.deepStrictEqual(yield* run, {
        _tag: "Forked",
        problem: "the tree of 3 entries does not begin with the 3 that were signed",
      })
      assert.strictEqual(log.stored.queue.length, 1)
    }),
  )

  it.effect("that contradicts its head is not grown, says so, and is checked again each time", () =>
    Effect.gen(function* () {
      const log = yield* newLog
      const { count, run } = log.sequencer({ signingKeys: [] })
      yield* run
      if (log.stored.open !== null) log.stored.open.edge = { bundle: null, tiles: [] }
      log.queue(1)
      count("check")
      for (const checks of [0, 2]) {
        assert.deepStrictEqual(yield* run, {
          _tag: "Forked",
          problem: "the stored tree is not the one of 1 entries that its head names",
        })
        assert.strictEqual(count("check"), checks)
      }
    }),
  )
})

describe("checkpoints", () => {
  it.effect("are thinned every ten minutes, at first in the first run", () =>
    Effect.gen(function* () {
      const log = yield* newLog
      const { calls, run } = log.sequencer()
      const thinned = () => calls.splice(0).filter((call) => /^(?:list|forget)/.test(call))
      yield* run
      assert.deepStrictEqual(thinned(), ["list 0 10000", "forget "])
      for (let at = 1; at <= 2; at++) {
        yield* TestClock.adjust("1 second")
        log.queue(1)
        assert.deepStrictEqual(yield* run, sequenced(1, 2 + at))
      }
      yield* TestClock.setTime(start + 599_999)
      yield* run
      assert.deepStrictEqual(thinned(), [])
      yield* TestClock.setTime(start + 600_000)
      yield* run
      assert.deepStrictEqual(thinned(), ["list 0 10000", "forget "])
      yield* TestClock.setTime(start + 7_200_000)
      yield* run
      assert.deepStrictEqual(thinned(), ["list 0 10000", "forget 2,3"])
      assert.deepStrictEqual(Array.from(log.stored.checkpoints.keys()), [4])
    }),
  )
})
