import {
  archiveStatement,
  isConsistent,
  pendingEntry,
  readCheckpointNote,
  readVerifierKey,
} from "@consent-service/core/evidence"
import {
  makePublish,
  makeSequencer,
  MirrorUnusable,
  readConsistency,
  type ReadLogFile,
  recoverLog,
  type RecoverOptions,
  type RecoverOutcome,
} from "@consent-service/core/evidence-log"
import { EvidenceLog, LogPublisher, StoreUnreachable } from "@consent-service/core/ports"
import { inForm } from "@consent-service/test-engines/form"
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as NodeSigner from "./NodeSigner.js"
import { verifyEd25519 } from "./NodeVerifier.js"
import { makeRandomSalts } from "./RandomSalts.js"

const origin = "consent.shop.example/evidence"
const key = NodeSigner.makeSigningKey(origin)
const trusted = (signingKey: string) => [
  readVerifierKey(NodeSigner.verifierOf(signingKey) ?? "") ?? assert.fail("no key"),
]
const { salts } = makeRandomSalts()
const start = 1_790_000_000_000

let made = 0
const entry = () => {
  made += 1
  const id = `entry ${made}`
  return pendingEntry(archiveStatement({ digest: id, what: "texts" }), { id, receivedAt: start + made, salt: salts() })
}
const entries = (count: number) => Array.from({ length: count }, entry)

/** A database in memory, published to files in memory. */
const newLog = (signingKey = key) => {
  const logs: MemoryEvidenceLog.MemoryLogs = new Map()
  const files = new Map<string, Uint8Array>()
  const ports = Layer.merge(MemoryEvidenceLog.layerMemory({ logs }), NodeSigner.layer([signingKey]))
  const latest = Effect.sync(() =>
    Option.map(Option.fromNullable(files.get("checkpoint")), (bytes) => new TextDecoder().decode(bytes)),
  )
  const put = ({ bytes, path }: { readonly bytes: Uint8Array; readonly path: string }) =>
    Effect.sync(() => void files.set(path, bytes))
  const stored = () => MemoryEvidenceLog.logIn(logs, null)
  const sequence = Effect.gen(function* () {
    yield* TestClock.adjust("10 seconds")
    const options = { origin, holder: salts(), batch: 64, checkpointEveryMs: 1_000, salts, anchor: latest }
    const sequencer = yield* Effect.provide(makeSequencer(options), ports)
    const run = yield* sequencer.run
    yield* sequencer.finish
    return run
  })
  return {
    files,
    ports,
    stored,
    sequence,
    queue: (queued: ReturnType<typeof entries>) => MemoryEvidenceLog.queueIn(logs, null, queued),
    publish: Effect.suspend(() =>
      makePublish().pipe(Effect.provideService(LogPublisher, { put, latest }), Effect.provide(ports)),
    ),
    /** As a backup has it, and as a restore puts it back. */
    backup: () => structuredClone(stored()),
    restore: (backup: MemoryEvidenceLog.MemoryLog) => void Object.assign(stored(), structuredClone(backup)),
  }
}

type Log = ReturnType<typeof newLog>

const mirrorOf =
  ({ files }: Log): ReadLogFile =>
  (path) =>
    Effect.sync(() => Option.fromNullable(files.get(path)))

const recoverOptions = (log: Log, change: Partial<RecoverOptions> = {}): RecoverOptions => ({
  mirror: mirrorOf(log),
  keys: trusted(key),
  verify: verifyEd25519,
  holder: salts(),
  salts,
  step: 16,
  ...change,
})

/** Recovers, with time for the leases of others to end. */
const recover = (log: Log, change: Partial<RecoverOptions> = {}) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(Effect.provide(recoverLog(recoverOptions(log, change)), log.ports))
    yield* Effect.yieldNow()
    yield* TestClock.adjust("20 seconds")
    return yield* Fiber.join(fiber)
  })

/** A log whose database was set back to before `lost` entries, of which the backup has `waiting` in its queue. */
const setBack = (kept: number, waiting: number, lost: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const log = newLog()
    log.queue(entries(kept))
    yield* log.sequence
    log.queue(entries(waiting))
    const backup = log.backup()
    yield* log.sequence
    log.queue(entries(lost))
    yield* log.sequence
    yield* log.publish
    const notes = Array.from(log.stored().checkpoints.values(), ({ note }) => note)
    const { size } = log.stored().open?.head ?? assert.fail("not open")
    log.restore(backup)
    return { log, notes, size }
  })

const problemOf = (outcome: RecoverOutcome): string => (outcome._tag === "Refused" ? outcome.problem : outcome._tag)

const tasksIn = (log: Log): ReadonlyArray<{ readonly count: number; readonly what: string }> =>
  Array.from(log.stored().statements.values()).flatMap((text) => {
    const { task }: { task?: string } = JSON.parse(text)
    return task === undefined ? [] : [JSON.parse(task)]
  })

describe("recovering a log", () => {
  it.effect("takes over what the database lacks, keeps the records that wait, and says what is lost", () =>
    Effect.gen(function* () {
      const { log, notes, size } = yield* setBack(5, 2, 40)
      assert.strictEqual((yield* log.sequence)._tag, "Forked")
      log.queue(entries(3))
      assert.strictEqual((yield* log.sequence)._tag, "Forked")
      assert.strictEqual(log.stored().queue.length, 5)
      assert.deepStrictEqual({ ...(yield* recover(log)) }, { _tag: "Recovered", size, missing: 42, lost: 40 })
      assert.deepStrictEqual({ ...(yield* recover(log)) }, { _tag: "Whole", size, published: size })
      assert.deepStrictEqual(
        tasksIn(log).map(({ count, what }) => [count, what]),
        // The two that waited are in the first of three steps.
        [
          [14, "lost in restore"],
          [16, "lost in restore"],
          [10, "lost in restore"],
        ],
      )
      assert.strictEqual((yield* log.sequence)._tag, "Sequenced")
      yield* log.publish
      const newest = readCheckpointNote(new TextDecoder().decode(log.files.get("checkpoint"))) ?? assert.fail()
      assert.strictEqual(newest.size, size + 6)
      for (const note of notes) {
        const older = readCheckpointNote(note) ?? assert.fail()
        const proof = yield* Effect.provide(readConsistency(older.size, newest.size), log.ports)
        assert.isTrue(isConsistent(older, newest, Option.getOrThrow(proof)))
      }
    }),
  )

  it.effect("recovers a database that knows nothing of the log", () =>
    Effect.gen(function* () {
      const { log, size } = yield* setBack(5, 0, 7)
      log.restore(newLog().backup())
      assert.deepStrictEqual({ ...(yield* recover(log)) }, { _tag: "Recovered", size, missing: size, lost: size })
      assert.strictEqual((yield* log.sequence)._tag, "Sequenced")
    }),
  )

  it.effect.prop(
    "goes on wherever it died, while others sequence, and no signed checkpoint is ever contradicted",
    [
      FastCheck.nat(40),
      FastCheck.nat(5),
      FastCheck.integer({ min: 1, max: 90 }),
      FastCheck.array(FastCheck.record({ calls: FastCheck.nat(6), isDone: FastCheck.boolean() }), { maxLength: 6 }),
    ],
    ([kept, waiting, lost, deaths]) =>
      Effect.gen(function* () {
        const { log, notes, size } = yield* setBack(kept, waiting, lost)
        const store = yield* Effect.provide(EvidenceLog, log.ports)
        for (const { calls, isDone } of deaths) {
          let left = calls
          const dying: typeof store = {
            ...store,
            takeOver: (taken) => {
              if (left-- > 0) return store.takeOver(taken)
              const death = new StoreUnreachable({ operation: "takeOver", cause: "killed" })
              return isDone ? Effect.zipRight(store.takeOver(taken), death) : death
            },
          }
          const dies = recoverLog(recoverOptions(log)).pipe(
            Effect.provideService(EvidenceLog, dying),
            Effect.provide(log.ports),
          )
          const fiber = yield* Effect.fork(Effect.exit(dies))
          yield* Effect.yieldNow()
          yield* TestClock.adjust("20 seconds")
          yield* Fiber.join(fiber)
          log.queue(entries(1))
          const { head } = log.stored().open ?? assert.fail("not open")
          const run = yield* log.sequence
          assert.strictEqual(run._tag, head.size < size ? "Forked" : "Sequenced")
        }
        yield* recover(log)
        assert.strictEqual((yield* log.sequence)._tag, "Sequenced")
        const newest = Array.from(log.stored().checkpoints.values()).at(-1) ?? assert.fail()
        const body = readCheckpointNote(newest.note) ?? assert.fail()
        assert.strictEqual(
          tasksIn(log).reduce((sum, { count }) => sum + count, 0),
          lost,
        )
        assert.strictEqual(log.stored().queue.length, 0)
        for (const note of notes) {
          const older = readCheckpointNote(note) ?? assert.fail()
          const proof = yield* Effect.provide(readConsistency(older.size, body.size), log.ports)
          assert.isTrue(isConsistent(older, body, Option.getOrThrow(proof)))
        }
      }),
    { fastCheck: { numRuns: inForm({ short: 15, full: 300 }) } },
  )

  it.effect("changes nothing when what is published is not trusted, altered, of another log, or no continuation", () =>
    Effect.gen(function* () {
      const { log } = yield* setBack(30, 0, 300)
      const before = JSON.stringify([log.stored().open?.head, log.stored().queue, log.stored().checkpoints.size])
      const unchanged = () =>
        assert.strictEqual(
          JSON.stringify([log.stored().open?.head, log.stored().queue, log.stored().checkpoints.size]),
          before,
        )
      const unusable = (change: Partial<RecoverOptions>) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(recover(log, change))
          unchanged()
          return error instanceof MirrorUnusable ? error.reason : error._tag
        })
      const altered =
        (path: string, change: (bytes: Uint8Array) => Uint8Array | null): ReadLogFile =>
        (asked) =>
          Effect.map(mirrorOf(log)(asked), (bytes) =>
            asked === path ? Option.filterMap(bytes, (found) => Option.fromNullable(change(found))) : bytes,
          )
      const flipped = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 80 ? byte ^ 1 : byte))
      const other = NodeSigner.makeSigningKey(origin)
      assert.include(yield* unusable({ keys: trusted(other) }), "no trusted key has signed it")
      const longer = (bytes: Uint8Array) =>
        new TextEncoder().encode(new TextDecoder().decode(bytes).replace(/\n\d+\n/, "\n999\n"))
      assert.include(yield* unusable({ mirror: altered("checkpoint", longer) }), "not to be trusted")
      assert.include(yield* unusable({ mirror: altered("checkpoint", () => null) }), "no file checkpoint")
      assert.include(yield* unusable({ mirror: altered("checkpoint", () => new Uint8Array()) }), "is none")
      const last = Array.from(log.files.keys()).find((path) => path.startsWith("tile/entries/001")) ?? assert.fail()
      assert.include(yield* unusable({ mirror: altered(last, () => null) }), "there is no file tile/entries/001")
      assert.include(yield* unusable({ mirror: altered(last, (bytes) => bytes.subarray(44)) }), "not what it should be")
      assert.include(problemOf(yield* recover(log, { mirror: altered(last, flipped) })), "altered")
      unchanged()

      const another = newLog()
      another.queue(entries(40))
      yield* another.sequence
      yield* another.publish
      assert.include(problemOf(yield* recover(log, { mirror: mirrorOf(another) })), "are not the first of the")
      unchanged()
      const { open } = log.stored()
      if (open !== null) open.origin = "other.example/log"
      assert.include(problemOf(yield* recover(log)), "named other.example/log")
    }),
  )

  it.effect("says when the database has more than is published, and when that is another tree", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const [log, another] = [newLog(), newLog()]
      for (const each of [log, another]) {
        each.queue(entries(4))
        yield* each.sequence
      }
      yield* log.publish
      log.queue(entries(4))
      yield* log.sequence
      assert.deepStrictEqual({ ...(yield* recover(log)) }, { _tag: "Whole", size: 10, published: 6 })
      assert.include(problemOf(yield* recover(another, { mirror: mirrorOf(log) })), "does not begin with the 6")
    }),
  )

  it.effect("waits for a process that puts entries in, and gives up while it does not end", () =>
    Effect.gen(function* () {
      const { log } = yield* setBack(3, 0, 3)
      const now = yield* Clock.currentTimeMillis
      const store = yield* Effect.provide(EvidenceLog, log.ports)
      yield* store.lease("another", now, 60_000)
      assert.include(problemOf(yield* recover(log)), "end it, and try again")
    }),
  )
})
