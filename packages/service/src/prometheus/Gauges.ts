/**
 * Values of the moment, read when a page is made.
 *
 * @module
 */
import type { GaugeMetric } from "../metrics/Metrics.js"
import type { GaugeReadings, ServiceMetrics } from "../metrics/ServiceMetrics.js"
import { prometheusName } from "./Names.js"
import type { Family } from "./Snapshot.js"

/** A reader of gauges, and its last values. */
export interface Gauges {
  readonly watch: ServiceMetrics["watch"]
  readonly families: () => Promise<ReadonlyArray<Family>>
}

const combine: Readonly<Record<GaugeMetric["combined"], (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  least: Math.min,
}

const combined = (readings: GaugeReadings): ReadonlyMap<GaugeMetric, number> => {
  const values = new Map<GaugeMetric, number>()
  for (const [metric, value] of readings) {
    const before = values.get(metric)
    values.set(metric, before === undefined ? value : combine[metric.combined](before, value))
  }
  return values
}

/** Nothing is read yet. */
export const makeGauges = (): Gauges => {
  const readers = new Set<() => Promise<GaugeReadings>>()
  return {
    watch: (read) => {
      readers.add(read)
      return () => void readers.delete(read)
    },
    families: async () => {
      const readings = await Promise.all(Array.from(readers, (read) => read()))
      return Array.from(combined(readings.flat()), ([metric, value]) => ({
        name: prometheusName(metric),
        help: `${metric.help}.`,
        type: metric.type,
        aggregator: "sum",
        values: [{ labels: {}, value }],
      }))
    },
  }
}
