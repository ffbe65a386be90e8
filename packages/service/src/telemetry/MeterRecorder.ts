/**
 * Records measurements with a meter of OpenTelemetry. By itself, since the types of a package that is optional must not
 * be needed by those who do not have it.
 *
 * @module
 */
import type { Attributes, Meter } from "@opentelemetry/api"
import type { LabelValue, Recorder } from "../metrics/Recorder.js"

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
