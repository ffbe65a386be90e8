/** The log of a database whose every operation waits until an explorer lets it take place, fail, or lose its answer. */
import { type EvidenceLog, type EvidenceReader, type StoreError, StoreUnreachable } from "@consent-service/core/ports"
import type { Way, World } from "@consent-service/test-engines/explore"
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The ports of one process. */
export interface LogPorts {
  readonly log: Context.Tag.Service<EvidenceLog>
  readonly reader: Context.Tag.Service<EvidenceReader>
}

/** How often operations may still fail. */
export interface FaultBudget {
  left: number
}

type Operation<A> = Effect.Effect<A, StoreError>

/** Makes a step of each operation of a process. */
const stepsOf = (world: World, process: string, budget: FaultBudget) => {
  const failure = (operation: string) =>
    Effect.fail(new StoreUnreachable({ operation, cause: "the connection is lost" }))
  const faulty = (label: string, act: () => void): Way => ({
    label,
    act: () => {
      budget.left -= 1
      act()
    },
  })
  const read = <A>(name: string, operation: Operation<A>): Operation<A> =>
    Effect.async<A, StoreError>((resume) => {
      world.may({ label: `${process} ${name}`, act: () => resume(Effect.runSyncExit(operation)) })
    })
  /** What is sent takes place, or not, also when its process has died meanwhile. */
  const write = <A>(name: string, operation: Operation<A>): Operation<A> =>
    Effect.async<A, StoreError>((resume) => {
      const usual = { label: `${process} ${name}`, act: () => resume(Effect.runSyncExit(operation)) }
      const refused = faulty(`${process} fails: it ${name}`, () => resume(failure(name)))
      const unanswered = faulty(`${process} ${name}, and the answer is lost`, () => {
        Effect.runSync(operation)
        resume(failure(name))
      })
      world.may(usual, ...(budget.left > 0 ? [refused, unanswered] : []))
    })
  return { read, write }
}

/** The ports of a process over the given ones, an operation a step. */
export const steppedPorts = (
  { log, reader }: LogPorts,
  world: World,
  process: string,
  budget: FaultBudget,
): LogPorts => {
  const { read, write } = stepsOf(world, process, budget)
  return {
    log: {
      ...log,
      open: (opening) => write("opens the log", log.open(opening)),
      queue: (entries) => write("queues its own entries", log.queue(entries)),
      lease: (holder, now, forMs) => write("takes the lease", log.lease(holder, now, forMs)),
      release: (holder) => write("releases the lease", log.release(holder)),
      integrate: (limit, decide) => write("integrates", log.integrate(limit, decide)),
      keepCheckpoint: (checkpoint) => write(`keeps checkpoint ${checkpoint.size}`, log.keepCheckpoint(checkpoint)),
      forgetCheckpoints: (sizes) => write("thins checkpoints", log.forgetCheckpoints(sizes)),
    },
    reader: {
      ...reader,
      state: read("reads the head", reader.state),
      checkpoint: (atLeast) => read("reads the newest checkpoint", reader.checkpoint(atLeast)),
      checkpoints: (from, limit) => read("reads checkpoints", reader.checkpoints(from, limit)),
      bundles: (first, count) => read("reads bundles", reader.bundles(first, count)),
      tiles: (ids) => read("reads tiles", reader.tiles(ids)),
      statements: (ids) => read("looks for its keys", reader.statements(ids)),
    },
  }
}

/** The ports of a log in memory. */
export const memoryPorts = (logs: MemoryEvidenceLog.MemoryLogs): LogPorts => ({
  log: MemoryEvidenceLog.makeLog(logs, null),
  reader: MemoryEvidenceLog.makeReader(logs, null),
})
