/**
 * The metrics of all workers, gathered by their primary process.
 *
 * A sum never decreases: counters are kept when a process exits, and while it does not respond, its last counters
 * are used. A killed process loses its counts since its last response.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import type { Readiness } from "../../health/Readiness.js"
import { metrics } from "../../metrics/Metrics.js"
import type { ServiceMetrics } from "../../metrics/ServiceMetrics.js"
import { addCounters, countersOf } from "../../prometheus/Counters.js"
import { prometheusName } from "../../prometheus/Names.js"
import { Snapshot } from "../../prometheus/Snapshot.js"
import type { Fleet } from "./Fleet.js"

/** Longer than the readiness check of a worker may take, and shorter than Prometheus waits for a page. */
export const patienceMs = 4_000

/** The metrics of all workers. */
export interface WorkerMetrics {
  /** The measurements of each process, by the name of the worker: the input of `mergedPage`. */
  readonly gather: () => Promise<ReadonlyMap<string, unknown>>
  /** Whether a worker can store records. */
  readonly readiness: () => Promise<Readiness>
}

/** One request to all workers. */
interface Round {
  /** By process: the name of its worker, and its measurements. */
  readonly answers: Map<number, readonly [worker: string, snapshot: Snapshot]>
  /** The processes that have not answered. */
  readonly missing: Set<number>
  readonly complete: () => void
}

type Answers = Pick<Round, "answers" | "missing">

const decode = Schema.decodeUnknownSync(Snapshot)

const readyName = prometheusName(metrics.ready)

const isReady = (snapshot: Snapshot): boolean =>
  snapshot.some(({ name, values }) => name === readyName && values.some(({ value }) => value === 1))

const notReady: Readiness = {
  ready: false,
  reason: "no worker can store records: /readyz on the port of the service has the reason",
}

/**
 * Gathers the metrics of a fleet.
 *
 * @param own - the metrics of the primary process, whose gauges have the label `worker="primary"`
 * @param patience - how long to wait for an answer, in milliseconds
 */
export const makeWorkerMetrics = (
  fleet: Pick<Fleet, "post" | "onMessage" | "onGone">,
  own: Pick<ServiceMetrics, "recorder" | "snapshot">,
  patience = patienceMs,
): WorkerMetrics => {
  const recordSilent = own.recorder.counter(metrics.silentWorkers)
  /** The newest counters of each process that lives. */
  const latest = new Map<number, Snapshot>()
  /** The sums of all that have exited. */
  let former: Snapshot = []
  const rounds = new Map<number, Round>()
  let count = 0

  const settle = ({ complete, missing }: Round, process: number): void => {
    if (missing.delete(process) && missing.size === 0) complete()
  }

  fleet.onMessage(({ process, worker }, message) => {
    if (message._tag !== "MetricsTaken") return
    const snapshot = decode(message.snapshot)
    latest.set(process, countersOf(snapshot))
    const round = message.id === null ? undefined : rounds.get(message.id)
    if (round === undefined) return
    round.answers.set(process, [String(worker), snapshot])
    settle(round, process)
  })

  fleet.onGone(({ process }) => {
    former = addCounters(former, latest.get(process) ?? [])
    latest.delete(process)
    for (const round of rounds.values()) {
      // Its counters are among those of the former ones now.
      round.answers.delete(process)
      settle(round, process)
    }
  })

  const ask = (): Promise<Answers> =>
    new Promise((resolve) => {
      count += 1
      const id = count
      const answers: Round["answers"] = new Map()
      const missing = new Set(fleet.post({ _tag: "MetricsWanted", id }).map(({ process }) => process))
      const complete = (): void => {
        clearTimeout(late)
        rounds.delete(id)
        resolve({ answers, missing })
      }
      const late = setTimeout(complete, patience)
      rounds.set(id, { answers, missing, complete })
      if (missing.size === 0) complete()
    })

  const counted = ({ answers, missing }: Answers): Map<string, Snapshot> => {
    for (const _ of missing) recordSilent(1, [])
    const others = Array.from(latest).filter(([process]) => !answers.has(process))
    return new Map([
      ...answers.values(),
      ...others.map(([process, counters]) => [`process ${process}`, counters] as const),
      ["former", former],
    ])
  }

  return {
    gather: async () => {
      const found: Map<string, unknown> = await ask().then(counted)
      return found.set("primary", await own.snapshot())
    },
    readiness: async () => {
      const { answers } = await ask()
      const someReady = Array.from(answers.values()).some(([, snapshot]) => isReady(snapshot))
      return someReady ? { ready: true, reason: null } : notReady
    },
  }
}
