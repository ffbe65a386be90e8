import { archiveStatement, pendingEntry, readCheckpointNote } from "@consent-service/core/evidence"
import { makeSequencer, reopenLog } from "@consent-service/core/evidence-log"
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as NodeSigner from "./NodeSigner.js"
import { makeRandomSalts } from "./RandomSalts.js"

const [origin, renamed] = ["consent.shop.example/evidence", "consent.shop.example/evidence-2"]
const [key, newKey] = [NodeSigner.makeSigningKey(origin), NodeSigner.makeSigningKey(renamed)]
const { salts } = makeRandomSalts()
const start = 1_790_000_000_000

const newLog = () => {
  const logs: MemoryEvidenceLog.MemoryLogs = new Map()
  const portsOf = (signingKey: string) =>
    Layer.merge(MemoryEvidenceLog.layerMemory({ logs }), NodeSigner.layer([signingKey]))
  let made = 0
  return {
    stored: () => MemoryEvidenceLog.logIn(logs, null),
    queue: () => {
      made += 1
      const statement = archiveStatement({ digest: `${made}`, what: "texts" })
      MemoryEvidenceLog.queueIn(logs, null, [
        pendingEntry(statement, { id: `${made}`, receivedAt: start, salt: salts() }),
      ])
    },
    sequencer: (name: string, signingKey: string) => {
      const options = { origin: name, holder: salts(), batch: 8, checkpointEveryMs: 1_000, salts }
      return Effect.provide(makeSequencer(options), portsOf(signingKey))
    },
    reopen: (last: string | null) => Effect.provide(reopenLog({ origin: renamed, last, salts }), portsOf(key)),
  }
}

const opened = Effect.gen(function* () {
  yield* TestClock.setTime(start)
  const log = newLog()
  log.queue()
  const running = yield* log.sequencer(origin, key)
  yield* running.run
  const { note } = log.stored().checkpoints.get(3) ?? assert.fail("unsigned")
  return { log, running, note }
})

const statementsIn = ({ stored }: ReturnType<typeof newLog>): ReadonlyArray<Record<string, unknown>> =>
  Array.from(stored().statements.values(), (text) => JSON.parse(text))

describe("a log that is begun anew", () => {
  it.effect("names the last checkpoint of the former one, and signs under its own name", () =>
    Effect.gen(function* () {
      const { log, note } = yield* opened
      log.queue()
      assert.deepStrictEqual({ ...(yield* log.reopen(null)) }, { _tag: "Reopened", from: origin, size: 3 })
      yield* TestClock.adjust("10 seconds")
      const { run } = yield* log.sequencer(renamed, newKey)
      assert.deepStrictEqual({ ...(yield* run) }, { _tag: "Sequenced", integrated: 4, signed: 4 })
      const { root } = readCheckpointNote(note) ?? assert.fail()
      const digest = Buffer.from(root).toString("hex")
      assert.deepInclude(statementsIn(log), {
        task: `{"at":${start},"count":3,"digest":"${digest}","what":"follows the log ${origin}"}`,
      })
      assert.deepInclude(statementsIn(log), { log: `{"openedAt":${start},"origin":"${renamed}"}` })
      const kinds = Array.from(log.stored().bundles.values()).flatMap(({ entries }) => entries.map(({ kind }) => kind))
      assert.deepStrictEqual(kinds, [0, 10, 4, 9])
    }),
  )

  it.effect("is neither renamed nor signed by a process that signs the former one, running or new", () =>
    Effect.gen(function* () {
      const { log, note, running } = yield* opened
      yield* log.reopen(note)
      log.queue()
      yield* TestClock.adjust("10 seconds")
      for (const { finish, run } of [running, yield* log.sequencer(origin, key)]) {
        assert.deepStrictEqual({ ...(yield* run) }, { _tag: "Foreign", origin: renamed })
        yield* finish
        assert.deepStrictEqual([log.stored().checkpoints.size, log.stored().open?.origin], [0, renamed])
        assert.strictEqual(log.stored().queue.length, 3)
      }
    }),
  )

  it.effect("needs a name of its own, and a log that there was", () =>
    Effect.gen(function* () {
      const { log } = yield* opened
      yield* log.reopen(null)
      assert.include({ ...(yield* log.reopen(null)) }, { _tag: "Refused" })
      assert.include({ ...(yield* newLog().reopen(null)) }, { _tag: "Refused" })
    }),
  )
})
