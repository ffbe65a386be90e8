/**
 * The page that Prometheus reads, of one process or of several: counters and histograms are added up, and the gauges of
 * each worker have its number as the label `worker`.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { AggregatorRegistry } from "prom-client"
import type { MetricsPage } from "../metrics/ServiceMetrics.js"
import { type Family, Snapshot } from "./Snapshot.js"

const decode = Schema.decodeUnknownSync(Snapshot)

const ofWorker = (worker: string, { values, ...family }: Family): Family =>
  family.type === "gauge"
    ? {
        ...family,
        aggregator: "first",
        values: values.map(({ labels, ...sample }) => ({ ...sample, labels: { ...labels, worker } })),
      }
    : { ...family, values }

/** Prints snapshots, combined by the rule of each family. */
const print = async (snapshots: ReadonlyArray<Snapshot>): Promise<MetricsPage> => {
  const registry = AggregatorRegistry.aggregate(snapshots.map((families) => [...families]))
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/** The page of one process. */
export const pageOf = (snapshot: Snapshot): Promise<MetricsPage> => print([snapshot])

/**
 * The page of several processes.
 *
 * @param snapshots - the result of `snapshot` of each process's metrics, by the name of its worker
 *
 * @example
 * ```ts
 * import { mergedPage, prometheusMetrics } from "consent-service/prometheus"
 *
 * const metrics = prometheusMetrics()
 * const page = await mergedPage(new Map([["1", await metrics.snapshot()]]))
 * ```
 */
export const mergedPage = (snapshots: ReadonlyMap<string, unknown>): Promise<MetricsPage> =>
  print(Array.from(snapshots, ([worker, snapshot]) => decode(snapshot).map((family) => ofWorker(worker, family))))
