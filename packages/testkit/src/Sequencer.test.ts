/** The sequencer of the core over the log in memory: what interleaving and crashing may not break. */
import {
  archiveStatement,
  type CheckpointBody,
  keyTypes,
  type PendingEntry,
  pendingEntry,
  readCheckpoint,
  rootOf,
  leafData,
  leafHash,
  verifierKey,
  writeSignatureLine,
  writeVerifierKey,
} from "@consent-service/core/evidence"
import { makeSequencer, type SequencerSettings } from "@consent-service/core/evidence-log"
import {
  type Around,
  aroundEach,
  CheckpointSigner,
  EvidenceLog,
  EvidenceReader,
  type Observation,
  Observer,
} from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as MemoryEvidenceLog from "./MemoryEvidenceLog.js"

const origin = "log.example/shop"
const key = verifierKey(origin, keyTypes.note, new Uint8Array(32))

/** Signs nothing in truth; records what it was asked to sign. */
const signing = (signed: Array<string>) => ({
  keys: [writeVerifierKey(key)],
  sign: (text: string) =>
    Effect.sync(() => {
      signed.push(text)
      return [writeSignatureLine({ name: origin, keyId: key.id, signature: new Uint8Array(64) }).trimEnd()]
    }),
})

let drawn = 0
const draw = (): string => String(drawn++).padStart(22, "A")

const settings = (holder: string, more: Partial<SequencerSettings> = {}): SequencerSettings => ({
  origin,
  checkpointEveryMs: 1_000,
  batch: 3,
  holder,
  ...more,
})

interface Trial {
  readonly logs: MemoryEvidenceLog.MemoryLogs
  readonly signed: Array<string>
  readonly observed: Array<Observation>
}

const trial = (): Trial => ({ logs: new Map(), signed: [], observed: [] })

const pass = (): Around => (effect) => effect

const sequencerOf = (
  { logs, observed, signed }: Trial,
  given: SequencerSettings,
  around: (operation: string) => Around = pass,
) =>
  makeSequencer(given, draw).pipe(
    Effect.provide(
      Context.make(EvidenceLog, aroundEach(MemoryEvidenceLog.makeLog(logs, null), around)).pipe(
        Context.add(EvidenceReader, aroundEach(MemoryEvidenceLog.makeReader(logs, null), around)),
        Context.add(CheckpointSigner, signing(signed)),
        Context.add(Observer, (observation: Observation) => void observed.push(observation)),
      ),
    ),
  )

const entry = (id: string, receivedAt: number): PendingEntry =>
  pendingEntry(archiveStatement({ digest: id, what: "texts" }), { id, receivedAt, salt: draw() })

const entriesIn = ({ logs }: Trial) =>
  Array.from(MemoryEvidenceLog.logIn(logs, null).bundles.values())
    .toSorted((one, other) => one.n - other.n)
    .flatMap(({ entries }) => entries)

const bodyOf = (text: string): CheckpointBody => readCheckpoint(text) ?? assert.fail(`no checkpoint: ${text}`)

/** Every tree that was signed is the beginning of the tree as it is now. */
const assertSignedHold = (run: Trial): void => {
  const hashes = entriesIn(run).map((each) => leafHash(leafData(each)))
  for (const { root, size } of run.signed.map(bodyOf)) {
    assert.isAtMost(size, hashes.length)
    assert.deepStrictEqual(root, rootOf(hashes.slice(0, size)))
  }
}

/** What happens: a change, a round of one of three processes that dies after some operations, time that passes. */
const steps = fc.array(
  fc.oneof(
    fc.record({ save: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ process: fc.integer({ min: 0, max: 2 }), diesAfter: fc.integer({ min: 0, max: 25 }) }),
    fc.record({ passesMs: fc.integer({ min: 1, max: 7_000 }) }),
  ),
  { maxLength: 30 },
)

describe("a sequencer", () => {
  it.effect.prop(
    "puts each entry in once and signs one history, wherever processes crash",
    [steps],
    ([given]) =>
      Effect.gen(function* () {
        const run = trial()
        const saved: Array<string> = []
        const running: Array<Fiber.RuntimeFiber<unknown, unknown>> = []
        // Each process is a new one after it dies: it remembers nothing.
        const start = (process: number, diesAfter: number) => {
          let left = diesAfter
          const around = (): Around => (effect) =>
            Effect.suspend(() => (left-- > 0 ? Effect.zipRight(Effect.yieldNow(), effect) : Effect.die("killed")))
          return Effect.flatMap(sequencerOf(run, settings(`process-${process}`), around), ({ round }) => round)
        }
        for (const step of given) {
          if ("save" in step) {
            const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
            const ids = Array.from({ length: step.save }, (_, at) => `e${saved.length + at}`)
            MemoryEvidenceLog.queueIn(
              run.logs,
              null,
              ids.map((id) => entry(id, now)),
            )
            saved.push(...ids)
          } else if ("process" in step) {
            running.push(yield* Effect.fork(start(step.process, step.diesAfter)))
            yield* Effect.yieldNow()
          } else {
            yield* TestClock.adjust(Duration.millis(step.passesMs))
          }
        }
        yield* Effect.forEach(running, Fiber.await)
        yield* TestClock.adjust("10 seconds")
        const last = yield* sequencerOf(run, settings("last"))
        let outcome = yield* last.round
        for (let rounds = 0; outcome._tag !== "Idle" && rounds < 9; rounds++) {
          yield* TestClock.adjust("2 seconds")
          outcome = yield* last.round
        }
        assert.strictEqual(outcome._tag, "Idle")
        const ids = entriesIn(run).map(({ id }) => id)
        assert.sameMembers(
          ids.filter((id) => id?.startsWith("e")),
          saved,
        )
        assert.strictEqual(ids.filter((id) => id === "log_opened").length, 1)
        assert.strictEqual(bodyOf(run.signed.at(-1) ?? "").size, ids.length)
        assertSignedHold(run)
        assert.deepStrictEqual(
          run.observed.filter(({ _tag }) => _tag === "LogForked"),
          [],
        )
      }),
    { fastCheck: { numRuns: 30 } },
  )

  it.effect("signs once an interval, when something was committed, and nothing while nothing was", () =>
    Effect.gen(function* () {
      const run = trial()
      const { committed, run: forever } = yield* sequencerOf(run, settings("one"))
      const fiber = yield* Effect.fork(forever)
      yield* TestClock.adjust("1 hour")
      assert.isFalse(MemoryEvidenceLog.logIn(run.logs, null).open !== null)
      MemoryEvidenceLog.queueIn(run.logs, null, [entry("a", 1)])
      committed()
      yield* TestClock.adjust("999 millis")
      assert.lengthOf(run.signed, 0)
      yield* TestClock.adjust("1 millis")
      assert.lengthOf(run.signed, 1)
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(run.signed, 1)
      for (let at = 0; at < 40; at++) {
        MemoryEvidenceLog.queueIn(run.logs, null, [entry(`b${at}`, 2)])
        committed()
        yield* TestClock.adjust("100 millis")
      }
      assert.isAtMost(run.signed.length, 5)
      yield* TestClock.adjust("2 seconds")
      // The log's opening, the key, and all that was saved.
      assert.strictEqual(bodyOf(run.signed.at(-1) ?? "").size, 43)
      yield* Fiber.interrupt(fiber)
    }),
  )

  it.effect("neither grows nor signs a log that was set back or altered, and says so once a minute", () =>
    Effect.gen(function* () {
      const run = trial()
      const { round } = yield* sequencerOf(run, settings("one"))
      MemoryEvidenceLog.queueIn(run.logs, null, [entry("a", 1)])
      yield* round
      const backup = structuredClone(MemoryEvidenceLog.logIn(run.logs, null))
      yield* TestClock.adjust("2 seconds")
      MemoryEvidenceLog.queueIn(run.logs, null, [entry("b", 2)])
      yield* round
      assert.lengthOf(run.signed, 2)
      // The restored database knows nothing of the second checkpoint; the process does.
      Object.assign(MemoryEvidenceLog.logIn(run.logs, null), backup)
      MemoryEvidenceLog.queueIn(run.logs, null, [entry("c", 3)])
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* round)._tag, "Stopped")
      assert.strictEqual((yield* round)._tag, "Stopped")
      assert.deepStrictEqual(
        run.observed.map(({ _tag }) => _tag),
        ["LogForked"],
      )
      assert.lengthOf(run.signed, 2)
      assert.lengthOf(MemoryEvidenceLog.logIn(run.logs, null).queue, 1)
      yield* TestClock.adjust("1 minute")
      yield* round
      assert.include(
        run.observed.map(({ _tag }) => _tag),
        "SequencerBehind",
      )
    }),
  )

  it.effect("does not touch a log of another name", () =>
    Effect.gen(function* () {
      const run = trial()
      yield* (yield* sequencerOf(run, settings("one"))).round
      const other = yield* sequencerOf(run, settings("two", { origin: "log.example/other" }))
      assert.strictEqual((yield* other.round)._tag, "Stopped")
      assert.deepStrictEqual(run.observed, [{ _tag: "LogForeign", origin, configured: "log.example/other" }])
    }),
  )

  it.effect("tries again after a failure, and finishes what waits when it ends", () =>
    Effect.gen(function* () {
      const run = trial()
      let fails = true
      const around = (): Around => (effect) => Effect.suspend(() => (fails ? Effect.die("away") : effect))
      const sequencer = yield* sequencerOf(run, settings("one"), around)
      const dead = yield* Effect.exit(sequencer.round)
      assert.isTrue(Exit.isFailure(dead))
      fails = false
      MemoryEvidenceLog.queueIn(run.logs, null, [entry("a", 1)])
      sequencer.committed()
      yield* sequencer.finish
      assert.strictEqual(bodyOf(run.signed.at(-1) ?? "").size, 3)
      assert.isNull(MemoryEvidenceLog.logIn(run.logs, null).open?.lease ?? null)
    }),
  )
})
