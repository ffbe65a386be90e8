/**
 * An instance's part of the Prometheus metrics: its counters and current values.
 *
 * @module
 */
import type { AdmissionCounts } from "@consent-service/adapter-http/limit"
import type { LogState } from "@consent-service/core/ports"
import type { DatabaseHealth } from "@consent-service/adapter-sql/SqlStores"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { metrics } from "../metrics/Metrics.js"
import type { GaugeReadings, ServiceMetrics } from "../metrics/ServiceMetrics.js"

/** The readable state of an instance. */
export interface LiveInstance {
  readonly activeRequests: () => number
  readonly saves: () => AdmissionCounts
  readonly pool: DatabaseHealth["Type"]["pool"]
  readonly readiness: Effect.Effect<{ readonly ready: boolean }>
  /** The last seen state of the evidence log; null before, and without a log. */
  readonly log: () => LogState | null
}

const poolReadings = (pool: DatabaseHealth["Type"]["pool"]): GaugeReadings => {
  const counts = pool()
  if (counts === null) return []
  return [
    [metrics.poolLimit, counts.limit],
    [metrics.poolUsed, counts.used],
    [metrics.poolWaiting, counts.waiting],
  ]
}

const logReadings = (log: LogState | null): GaugeReadings =>
  log === null
    ? []
    : [
        [metrics.logSize, log.head.size],
        [metrics.logQueued, log.queued],
      ]

const readingsOf = ({ activeRequests, log, pool, readiness, saves }: LiveInstance): Effect.Effect<GaugeReadings> =>
  Effect.map(readiness, ({ ready }) => {
    const { running, waiting } = saves()
    return [
      [metrics.ready, ready ? 1 : 0],
      [metrics.activeRequests, activeRequests()],
      [metrics.savesRunning, running],
      [metrics.savesWaiting, waiting],
      ...poolReadings(pool),
      ...logReadings(log()),
    ]
  })

/** Has the instance read for each page until the scope closes. */
export const watchInstance = (
  { watch }: ServiceMetrics,
  instance: LiveInstance,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => watch(() => Effect.runPromise(readingsOf(instance)))),
      (unwatch) => Effect.sync(unwatch),
    ),
  )
