/**
 * Records measurements: OpenTelemetry's meter, or the tallies of the Prometheus page.
 *
 * @module
 */
import type { CounterMetric, HistogramMetric } from "./Metrics.js"

/** A label's value; null leaves the label out. */
export type LabelValue = string | number | null

/** Adds a value, under the values of the metric's labels, in their order. */
export type Record = (value: number, labels: ReadonlyArray<LabelValue>) => void

/** Makes a recorder; called once for each metric. */
export interface Recorder {
  readonly counter: (metric: CounterMetric) => Record
  /** Its values are in milliseconds. */
  readonly histogram: (metric: HistogramMetric) => Record
}
