/**
 * What measurements are recorded with: OpenTelemetry's meter, or the tallies of the page for Prometheus.
 *
 * @module
 */
import type { Attributes, Meter } from "@opentelemetry/api"
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

/**
 * Records with a meter of OpenTelemetry.
 *
 * @param common - attributes of every measurement
 */
export const meterRecorder = (meter: Meter, common: Attributes): Recorder => {
  const attributesOf = (names: ReadonlyArray<string>, values: ReadonlyArray<LabelValue>): Attributes => {
    const attributes: Attributes = { ...common }
    for (const [index, name] of names.entries()) {
      const value = values[index] ?? null
      if (value !== null) attributes[name] = value
    }
    return attributes
  }
  return {
    counter: ({ help: description, labels, name }) => {
      const instrument = meter.createCounter(name, { description })
      return (value, values) => instrument.add(value, attributesOf(labels, values))
    },
    histogram: ({ help: description, labels, name }) => {
      const instrument = meter.createHistogram(name, { description, unit: "ms" })
      return (value, values) => instrument.record(value, attributesOf(labels, values))
    },
  }
}
