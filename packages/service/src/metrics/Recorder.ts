/**
 * What measurements are recorded with: OpenTelemetry's meter, or the tallies of the page for Prometheus.
 *
 * @module
 */
import type { CounterMetric, HistogramMetric } from "./Metrics.js"

/** A label's value; null leaves the label out. */
export type LabelValue = string | number | null

/** Adds a value, under the values of the metric's labels, in their order. */
export type Record = (value: number, labels: ReadonlyArray<LabelValue>) => void

/** Makes what records; called once for each metric. */
export interface Recorder {
  readonly counter: (metric: CounterMetric) => Record
  /** Its values are in milliseconds. */
  readonly histogram: (metric: HistogramMetric) => Record
}
