import {
  archiveStatement,
  isConsistent,
  leafData,
  leafHash,
  pendingEntry,
  readCheckpoint,
  readNote,
  rootOf,
} from "@consent-service/core/evidence"
import { makeSequencer, readConsistency, type SequencerOptions } from "@consent-service/core/evidence-log"
import { type CheckpointSigner, EvidenceReader, type LogStores, PublishFailed } from "@consent-service/core/ports"
import { inForm } from "@consent-service/test-engines/form"
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as NodeSigner from "./NodeSigner.js"
import { makeRandomSalts } from "./RandomSalts.js"

const origin = "consent.shop.example/evidence"
const [key, newKey] = [NodeSigner.makeSigningKey(origin), NodeSigner.makeSigningKey(origin)]
const { salts } = makeRandomSalts()
const start = 1_790_000_000_000

const options = (change: Partial<SequencerOptions> = {}): SequencerOptions => ({
  origin,
  holder: "one",
  batch: 8,
  checkpointEveryMs: 1_000,
  salts,
  ...change,
})

/** The ports over some logs, and what signs. */
const portsOf = (logs: MemoryEvidenceLog.MemoryLogs, signingKeys: ReadonlyArray<string> = [key]) =>
  Layer.merge(MemoryEvidenceLog.layerMemory({ logs }), NodeSigner.layer(signingKeys))

const sequencerOn = (
  logs: MemoryEvidenceLog.MemoryLogs,
  change: Partial<SequencerOptions> = {},
  signingKeys?: ReadonlyArray<string>,
) => Effect.provide(makeSequencer(options(change)), portsOf(logs, signingKeys))

let made = 0
const entry = (receivedAt = start) => {
  made += 1
  const id = `entry ${made}`
  return pendingEntry(archiveStatement({ digest: id, what: "texts" }), { id, receivedAt, salt: salts() })
}

const queue = (logs: MemoryEvidenceLog.MemoryLogs, count: number) =>
  Effect.sync(() =>
    MemoryEvidenceLog.queueIn(
      logs,
      null,
      Array.from({ length: count }, () => entry()),
    ),
  )

const on = <A, E>(logs: MemoryEvidenceLog.MemoryLogs, effect: Effect.Effect<A, E, LogStores | CheckpointSigner>) =>
  Effect.provide(effect, portsOf(logs))

const stateOf = (logs: MemoryEvidenceLog.MemoryLogs) =>
  on(
    logs,
    Effect.flatMap(EvidenceReader, ({ state }) => Effect.map(state, Option.getOrThrow)),
  )

const newest = (logs: MemoryEvidenceLog.MemoryLogs) =>
  on(
    logs,
    Effect.flatMap(EvidenceReader, (reader) => Effect.map(reader.checkpoint(0), Option.getOrNull)),
  )

const bodyOf = (note: string) => readCheckpoint(readNote(note)?.text ?? "") ?? assert.fail("no checkpoint")

const kindsIn = (logs: MemoryEvidenceLog.MemoryLogs) =>
  Array.from(MemoryEvidenceLog.logIn(logs, null).bundles.values()).flatMap(({ entries }) =>
    entries.map(({ kind }) => kind),
  )

describe("the sequencer", () => {
  it.effect("opens the log, introduces its key, integrates what waits and signs it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const logs: MemoryEvidenceLog.MemoryLogs = new Map()
      yield* queue(logs, 20)
      const { run } = yield* sequencerOn(logs)
      assert.deepStrictEqual({ ...(yield* run) }, { _tag: "Sequenced", integrated: 22, signed: 22 })
      assert.deepStrictEqual(kindsIn(logs).slice(0, 2), [0, 4])
      assert.strictEqual(kindsIn(logs).filter((kind) => kind === 9).length, 1)
      const { head } = yield* stateOf(logs)
      const checkpoint = yield* newest(logs)
      assert.deepStrictEqual(bodyOf(checkpoint?.note ?? ""), { origin, size: 22, root: head.root })
      assert.strictEqual(readNote(checkpoint?.note ?? "")?.signatures.length, 1)
    }),
  )

  it.effect("signs at most once an interval, and nothing when nothing is new", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const logs: MemoryEvidenceLog.MemoryLogs = new Map()
      const { finish, run } = yield* sequencerOn(logs)
      yield* run
      yield* queue(logs, 1)
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual({ ...(yield* run) }, { _tag: "Sequenced", integrated: 1, signed: null })
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual({ ...(yield* run) }, { _tag: "Sequenced", integrated: 0, signed: 3 })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual({ ...(yield* run) }, { _tag: "Sequenced", integrated: 0, signed: null })
      yield* queue(logs, 1)
      yield* finish
      assert.strictEqual((yield* newest(logs))?.size, 4)
    }),
  )

  it.effect("signs again immediately when its clock was days ahead and is right again", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start + 172_800_000)
      const logs: MemoryEvidenceLog.MemoryLogs = new Map()
      const { run } = yield* sequencerOn(logs)
      yield* run
      yield* TestClock.setTime(start)
      yield* queue(logs, 1)
      assert.deepStrictEqual({ ...(yield* run) }, { _tag: "Sequenced", integrated: 1, signed: 3 })
    }),
  )

  it.effect("without a key it integrates and signs nothing; a key covers it later, under its own name", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const logs: MemoryEvidenceLog.MemoryLogs = new Map()
      yield* queue(logs, 3)
      const unsigned = yield* sequencerOn(logs, { origin: "consent.localhost/evidence" }, [])
      assert.deepStrictEqual({ ...(yield* unsigned.run) }, { _tag: "Sequenced", integrated: 4, signed: null })
      yield* unsigned.finish
      const signed = yield* sequencerOn(logs, { holder: "two" })
      assert.deepStrictEqual({ ...(yield* signed.run) }, { _tag: "Sequenced", integrated: 2, signed: 6 })
      assert.strictEqual((yield* stateOf(logs)).origin, origin)
      yield* signed.finish
      const other = yield* sequencerOn(logs, { holder: "three", origin: "other.example/log" })
      assert.deepStrictEqual({ ...(yield* other.run) }, { _tag: "Foreign", origin })
    }),
  )

  it.effect("waits for the lease of another process, for five seconds when that has died", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const logs: MemoryEvidenceLog.MemoryLogs = new Map()
      const one = yield* sequencerOn(logs)
      const two = yield* sequencerOn(logs, { holder: "two" })
      yield* one.run
      yield* queue(logs, 2)
      assert.strictEqual((yield* two.run)._tag, "Waiting")
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual({ ...(yield* two.run) }, { _tag: "Sequenced", integrated: 2, signed: 4 })
      assert.strictEqual((yield* one.run)._tag, "Waiting")
      yield* two.finish
      assert.strictEqual((yield* one.run)._tag, "Sequenced")
    }),
  )

  it.effect("a new key is introduced before it signs, and both keys sign until the old one leaves", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const logs: MemoryEvidenceLog.MemoryLogs = new Map()
      const keys = [[key], [newKey, key], [newKey]]
      const seen: Array<number> = []
      for (const [at, signingKeys] of keys.entries()) {
        yield* queue(logs, 1)
        const { finish, run } = yield* sequencerOn(logs, { holder: `${at}` }, signingKeys)
        yield* run
        seen.push(readNote((yield* newest(logs))?.note ?? "")?.signatures.length ?? 0)
        yield* finish
      }
      assert.deepStrictEqual(seen, [1, 2, 1])
      const statements = Array.from(MemoryEvidenceLog.logIn(logs, null).statements.values()).flatMap((text) => {
        const parts: unknown = JSON.parse(text)
        return typeof parts === "object" && parts !== null && "key" in parts ? [JSON.parse(String(parts.key))] : []
      })
      assert.deepStrictEqual(statements, [
        { at: start, new: NodeSigner.verifierOf(key), old: null, reason: "signing begins" },
        { at: start, new: NodeSigner.verifierOf(newKey), old: NodeSigner.verifierOf(key), reason: "rotation" },
      ])
    }),
  )

  it.effect("a log that was set back, or rewritten, is neither grown nor signed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const grown: MemoryEvidenceLog.MemoryLogs = new Map()
      const before: MemoryEvidenceLog.MemoryLogs = new Map()
      const rewritten: MemoryEvidenceLog.MemoryLogs = new Map()
      for (const logs of [grown, before, rewritten]) {
        const { finish, run } = yield* sequencerOn(logs)
        yield* run
        yield* queue(logs, logs === before ? 1 : 5)
        yield* finish
      }
      const signed = yield* newest(grown)
      assert.isNotNull(signed)
      for (const logs of [before, rewritten]) {
        yield* queue(logs, 1)
        const log = MemoryEvidenceLog.logIn(logs, null)
        log.checkpoints.clear()
        if (signed !== null) log.checkpoints.set(signed.size, signed)
        const { run } = yield* sequencerOn(logs, { holder: "two" })
        const { _tag } = yield* run
        assert.strictEqual(_tag, "Forked")
        assert.deepStrictEqual([log.queue.length, Array.from(log.checkpoints.keys())], [1, [signed?.size]])
      }
    }),
  )

  it.effect("a stored tree that was altered at its edge is not grown", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const logs: MemoryEvidenceLog.MemoryLogs = new Map()
      const { run } = yield* sequencerOn(logs, {}, [])
      yield* run
      const { open } = MemoryEvidenceLog.logIn(logs, null)
      if (open !== null) open.edge = { bundle: null, tiles: [] }
      yield* queue(logs, 1)
      assert.strictEqual((yield* run)._tag, "Forked")
      assert.strictEqual((yield* stateOf(logs)).queued, 1)
    }),
  )

  it.effect.prop(
    "each entry enters once and every checkpoint is consistent with every other, whichever process dies when",
    [
      FastCheck.array(
        FastCheck.record({
          process: FastCheck.nat(2),
          queued: FastCheck.nat(12),
          waitMs: FastCheck.constantFrom(0, 500, 1_000, 6_000),
          dies: FastCheck.boolean(),
        }),
        { maxLength: 24 },
      ),
    ],
    ([steps]) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const logs: MemoryEvidenceLog.MemoryLogs = new Map()
        let holders = 0
        const born = () => sequencerOn(logs, { holder: `process ${holders++}`, batch: 5 })
        const processes = [yield* born(), yield* born(), yield* born()]
        let expected = 0
        for (const { dies, process, queued, waitMs } of steps) {
          yield* queue(logs, queued)
          expected += queued
          yield* processes[process]?.run ?? Effect.void
          // Its lease stays, and its successor has another name.
          if (dies) processes[process] = yield* born()
          yield* TestClock.adjust(waitMs)
        }
        yield* TestClock.adjust("10 seconds")
        yield* (yield* born()).run
        const { checkpoints, bundles } = MemoryEvidenceLog.logIn(logs, null)
        const entries = Array.from(bundles.values()).flatMap((bundle) => bundle.entries)
        const ids = entries.map(({ id }) => id)
        assert.strictEqual(new Set(ids).size, ids.length)
        assert.strictEqual(entries.filter(({ kind }) => kind === 4).length, expected)
        const leaves = entries.map((each) => leafHash(leafData(each)))
        const bodies = Array.from(checkpoints.values()).map(({ note }) => bodyOf(note))
        for (const { root, size } of bodies) assert.deepStrictEqual(root, rootOf(leaves.slice(0, size)))
        for (const older of bodies)
          for (const newer of bodies.filter(({ size }) => size >= older.size)) {
            const proof = yield* on(logs, readConsistency(older.size, newer.size))
            assert.isTrue(isConsistent(older, newer, Option.getOrThrow(proof)))
          }
      }),
    { fastCheck: { numRuns: inForm({ short: 20, full: 300 }) } },
  )

  it.effect("neither grows nor signs a log that lacks what is published, and waits for no place that fails", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const grown = (count: number) =>
        Effect.gen(function* () {
          const logs: MemoryEvidenceLog.MemoryLogs = new Map()
          yield* queue(logs, count)
          yield* (yield* sequencerOn(logs)).finish
          return logs
        })
      const whole = yield* grown(5)
      const note = (yield* newest(whole))?.note ?? assert.fail("unsigned")
      const cases = [
        [whole, "Sequenced"],
        [yield* grown(2), "Forked"],
        [yield* grown(8), "Forked"],
      ] as const
      for (const [stored, expected] of cases) {
        const { size } = (yield* stateOf(stored)).head
        yield* queue(stored, 1)
        let read: Effect.Effect<Option.Option<string>, PublishFailed> = new PublishFailed({ reason: "away" })
        const { run } = yield* sequencerOn(stored, { holder: "two", anchor: Effect.suspend(() => read) })
        assert.strictEqual((yield* run)._tag, "Sequenced")
        assert.strictEqual((yield* stateOf(stored)).head.size, size + 1)
        // It is read again later, and then the log is as it has to be.
        read = Effect.succeedSome(note)
        yield* queue(stored, 1)
        yield* TestClock.adjust("61 seconds")
        assert.strictEqual((yield* run)._tag, expected)
        assert.strictEqual((yield* stateOf(stored)).queued, expected === "Forked" ? 1 : 0)
        yield* queue(stored, 1)
        assert.strictEqual((yield* run)._tag, expected)
      }
    }),
  )

  it.effect("compares with no published checkpoint of another log, and with none", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      for (const published of [Option.none(), Option.some("other.example/log\n900\n\n— x y\n"), Option.some("?")]) {
        const logs: MemoryEvidenceLog.MemoryLogs = new Map()
        const { run } = yield* sequencerOn(logs, { anchor: Effect.succeed(published) })
        assert.strictEqual((yield* run)._tag, "Sequenced")
      }
    }),
  )

  it.effect("neither grows nor signs a log that was set back to before its own signature, checkpoints included", () =>
    Effect.gen(function* () {
      for (const passesMs of [1_000, 60_000]) {
        yield* TestClock.setTime(start)
        const logs: MemoryEvidenceLog.MemoryLogs = new Map()
        const { run } = yield* sequencerOn(logs)
        yield* queue(logs, 3)
        yield* run
        const backup = structuredClone(MemoryEvidenceLog.logIn(logs, null))
        yield* queue(logs, 5)
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual((yield* run)._tag, "Sequenced")
        // A restore: the database knows nothing of the second checkpoint, and grows another way from here on.
        Object.assign(MemoryEvidenceLog.logIn(logs, null), backup)
        yield* queue(logs, 9)
        yield* TestClock.adjust(passesMs)
        assert.strictEqual((yield* run)._tag, "Forked")
        assert.strictEqual((yield* run)._tag, "Forked")
        assert.deepStrictEqual((yield* newest(logs))?.size, 5)
        assert.lengthOf(MemoryEvidenceLog.logIn(logs, null).queue, 9)
      }
    }),
  )
})
