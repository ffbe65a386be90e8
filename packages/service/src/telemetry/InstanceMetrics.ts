/**
 * What an instance adds to the metrics for Prometheus: what it counts, and its values of the moment.
 *
 * @module
 */
import type { AdmissionCounts } from "@consent-service/adapter-http/limit"
import type { DatabaseHealth } from "@consent-service/adapter-sql/SqlStores"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { metrics } from "../metrics/Metrics.js"
import type { GaugeReadings, ServiceMetrics } from "../metrics/ServiceMetrics.js"

/** What of an instance can be read at any time. */
export interface LiveInstance {
  readonly activeRequests: () => number
  readonly saves: () => AdmissionCounts
  readonly pool: DatabaseHealth["Type"]["pool"]
  readonly readiness: Effect.Effect<{ readonly ready: boolean }>
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

const readingsOf = ({ activeRequests, pool, readiness, saves }: LiveInstance): Effect.Effect<GaugeReadings> =>
  Effect.map(readiness, ({ ready }) => {
    const { running, waiting } = saves()
    return [
      [metrics.ready, ready ? 1 : 0],
      [metrics.activeRequests, activeRequests()],
      [metrics.savesRunning, running],
      [metrics.savesWaiting, waiting],
      ...poolReadings(pool),
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
