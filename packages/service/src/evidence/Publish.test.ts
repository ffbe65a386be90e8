import { archiveStatement, pendingEntry, readCheckpointNote, rootOf } from "@consent-service/core/evidence"
import { makePublish, makeSequencer } from "@consent-service/core/evidence-log"
import { type CheckpointSigner, type LogStores, LogPublisher, PublishFailed } from "@consent-service/core/ports"
import { inForm } from "@consent-service/test-engines/form"
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { publishedLeaves } from "../testing/PublishedLog.js"
import * as NodeSigner from "./NodeSigner.js"
import { makeRandomSalts } from "./RandomSalts.js"

const origin = "consent.shop.example/evidence"
const key = NodeSigner.makeSigningKey(origin)
const { salts } = makeRandomSalts()
const start = 1_790_000_000_000

/** A log in memory, and what sequences it. */
const newLog = () => {
  const logs: MemoryEvidenceLog.MemoryLogs = new Map()
  const ports = Layer.merge(MemoryEvidenceLog.layerMemory({ logs }), NodeSigner.layer([key]))
  let made = 0
  const queued = () => {
    made += 1
    const id = `entry ${made}`
    return pendingEntry(archiveStatement({ digest: id, what: "texts" }), { id, receivedAt: start, salt: salts() })
  }
  return {
    logs,
    on: <A, E>(effect: Effect.Effect<A, E, LogStores | CheckpointSigner>) => Effect.provide(effect, ports),
    queue: (count: number) => MemoryEvidenceLog.queueIn(logs, null, Array.from({ length: count }, queued)),
    sequence: Effect.gen(function* () {
      yield* TestClock.adjust("10 seconds")
      const options = { origin, holder: salts(), batch: 512, checkpointEveryMs: 1_000, salts }
      yield* Effect.flatMap(Effect.provide(makeSequencer(options), ports), ({ finish }) => finish)
    }),
  }
}

/** A place in memory that fails from the so many-th file on, counted anew each time it is repaired. */
const newPlace = () => {
  const files = new Map<string, Uint8Array>()
  const order: Array<string> = []
  let left = Number.POSITIVE_INFINITY
  const publisher: typeof LogPublisher.Service = {
    put: ({ bytes, path }) =>
      Effect.suspend(() => {
        if (left <= 0) return new PublishFailed({ reason: "the place is full" })
        left -= 1
        order.push(path)
        files.set(path, bytes)
        return Effect.void
      }),
    latest: Effect.sync(() =>
      Option.map(Option.fromNullable(files.get("checkpoint")), (bytes) => new TextDecoder().decode(bytes)),
    ),
  }
  return {
    files,
    order,
    publisher,
    failAfter: (count: number) => {
      left = count
    },
  }
}

const checkpointIn = (files: ReadonlyMap<string, Uint8Array>) =>
  readCheckpointNote(new TextDecoder().decode(files.get("checkpoint"))) ?? assert.fail("no checkpoint")

/** What is published is what its checkpoint signed. */
const assertWhole = (files: ReadonlyMap<string, Uint8Array>): number => {
  const { root, size } = checkpointIn(files)
  assert.deepStrictEqual(rootOf(publishedLeaves(size, (path) => files.get(path) ?? null)), root)
  return size
}

describe("publishing a log", () => {
  it.effect("puts tiles, keys and the checkpoint last, then only what is new", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { on, queue, sequence } = newLog()
      const { files, order, publisher } = newPlace()
      const publish = on(Effect.provideService(makePublish(), LogPublisher, publisher))
      assert.deepStrictEqual({ ...(yield* publish) }, { _tag: "Unsigned" })
      queue(3)
      yield* sequence
      assert.deepStrictEqual({ ...(yield* publish) }, { _tag: "Published", from: 0, size: 5, files: 4 })
      assert.deepStrictEqual(order.splice(0), ["tile/entries/000.p/5", "tile/0/000.p/5", "keys.json", "checkpoint"])
      assert.deepStrictEqual({ ...(yield* publish) }, { _tag: "Published", from: 5, size: 5, files: 0 })
      queue(260)
      yield* sequence
      yield* publish
      assert.deepStrictEqual(order.splice(0), [
        "tile/entries/000",
        "tile/entries/001.p/9",
        "tile/0/000",
        "tile/0/001.p/9",
        "tile/1/000.p/1",
        "checkpoint",
      ])
      queue(1)
      yield* sequence
      yield* publish
      assert.deepStrictEqual(order.splice(0), ["tile/entries/001.p/10", "tile/0/001.p/10", "checkpoint"])
      assert.strictEqual(assertWhole(files), 266)
      const { keys, origin: name } = JSON.parse(new TextDecoder().decode(files.get("keys.json")))
      assert.deepStrictEqual([name, keys], [origin, [{ key: NodeSigner.verifierOf(key), from: 5, until: null }]])
    }),
  )

  it.effect.prop(
    "goes on wherever it died, and what is published is whole at every moment",
    [FastCheck.array(FastCheck.record({ queued: FastCheck.nat(400), dies: FastCheck.nat(12) }), { maxLength: 10 })],
    ([steps]) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const { on, queue, sequence } = newLog()
        const { failAfter, files, publisher } = newPlace()
        const attempt = Effect.suspend(() => on(Effect.provideService(makePublish(), LogPublisher, publisher)))
        for (const { dies, queued } of steps) {
          queue(queued)
          yield* sequence
          failAfter(dies)
          yield* Effect.exit(attempt)
          if (files.has("checkpoint")) assertWhole(files)
        }
        yield* sequence
        failAfter(Number.POSITIVE_INFINITY)
        const run = yield* attempt
        assert.strictEqual(run._tag, "Published")
        assert.strictEqual(assertWhole(files), 2 + steps.reduce((sum, { queued }) => sum + queued, 0))
      }),
    { fastCheck: { numRuns: inForm({ short: 15, full: 200 }) } },
  )

  it.effect("puts nothing over another log, over what is no checkpoint, and over a log that went on elsewhere", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const [log, further] = [newLog(), newLog()]
      log.queue(2)
      further.queue(9)
      yield* log.sequence
      yield* further.sequence
      const signed = MemoryEvidenceLog.logIn(further.logs, null).checkpoints.get(11)?.note ?? assert.fail("unsigned")
      for (const [text, problem] of [
        ["not a checkpoint\n", "none"],
        [signed.replaceAll(origin, "other.example/log"), "other.example/log"],
        [signed, "the tree has 4 entries, but a checkpoint of 11 was signed"],
      ] as const) {
        const { files, publisher } = newPlace()
        const bytes = new TextEncoder().encode(text)
        files.set("checkpoint", bytes)
        const run = yield* log.on(Effect.provideService(makePublish(), LogPublisher, publisher))
        assert.strictEqual(run._tag, "Contradicted")
        assert.include(run._tag === "Contradicted" ? run.problem : "", problem)
        assert.deepStrictEqual(Array.from(files), [["checkpoint", bytes]])
      }
    }),
  )
})
