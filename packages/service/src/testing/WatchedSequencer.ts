/** A sequencer over a log in memory, and every call of its ports. */
import { archiveStatement, pendingEntry } from "@consent-service/core/evidence"
import { makeSequencer, type Sequencer, type SequencerOptions } from "@consent-service/core/evidence-log"
import { EvidenceLog, EvidenceReader } from "@consent-service/core/ports"
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NodeSigner from "../evidence/NodeSigner.js"
import { makeRandomSalts } from "../evidence/RandomSalts.js"

type Log = Context.Tag.Service<EvidenceLog>

export const origin = "consent.shop.example/evidence"
export const start = 1_790_000_000_000

const key = NodeSigner.makeSigningKey(origin)
const { salts } = makeRandomSalts()

/** What a test changes of a sequencer. */
export interface WatchedOptions extends Partial<SequencerOptions> {
  readonly signingKeys?: ReadonlyArray<string>
  /** What the store does instead. */
  readonly store?: (log: Log) => Partial<Log>
}

/** A database in memory. */
export const memoryLog = () => {
  const logs: MemoryEvidenceLog.MemoryLogs = new Map()
  const stored = MemoryEvidenceLog.logIn(logs, null)
  let made = 0
  const entry = () => {
    made += 1
    const id = `entry ${made}`
    return pendingEntry(archiveStatement({ digest: id, what: "texts" }), { id, receivedAt: 1, salt: salts() })
  }
  const queue = (count: number): void => MemoryEvidenceLog.queueIn(logs, null, Array.from({ length: count }, entry))

  /** A process, the calls of its ports by their names, and those of one name since they were last asked for. */
  const sequencer = ({ signingKeys = [key], store = () => ({}), ...change }: WatchedOptions = {}) => {
    const calls: Array<string> = []
    const called = <A, E>(name: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        calls.push(name)
        return effect
      })
    const own = MemoryEvidenceLog.makeLog(logs, null)
    const log = { ...own, ...store(own) }
    const reader = MemoryEvidenceLog.makeReader(logs, null)
    const ports = Layer.mergeAll(
      Layer.succeed(EvidenceLog, {
        ...log,
        lease: (holder, now, forMs) => called("lease", log.lease(holder, now, forMs)),
        forgetCheckpoints: (sizes) => called(`forget ${sizes.join()}`, log.forgetCheckpoints(sizes)),
      }),
      Layer.succeed(EvidenceReader, {
        ...reader,
        checkpoint: (atLeast) => called("check", reader.checkpoint(atLeast)),
        checkpoints: (from, limit) => called(`list ${from} ${limit}`, reader.checkpoints(from, limit)),
        statements: (ids) => called("statements", reader.statements(ids)),
      }),
      NodeSigner.layer(signingKeys),
    )
    const options = { origin, holder: salts(), batch: 8, checkpointEveryMs: 1_000, salts, ...change }
    const process: Sequencer = Effect.runSync(Effect.provide(makeSequencer(options), ports))
    return {
      run: Effect.map(process.run, (run) => ({ ...run })),
      finish: process.finish,
      /** How often ports were called by this name since it was last asked. */
      count: (name: string): number => {
        const found = calls.filter((call) => call === name).length
        calls.splice(0, calls.length, ...calls.filter((call) => call !== name))
        return found
      },
      calls,
    }
  }
  return { logs, stored, queue, sequencer }
}
