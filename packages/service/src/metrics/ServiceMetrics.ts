/**
 * The interface between an instance and `consent-service/prometheus`.
 *
 * @module
 */
import type { GaugeMetric } from "./Metrics.js"
import type { Recorder } from "./Recorder.js"

/** Values of the moment. */
export type GaugeReadings = ReadonlyArray<readonly [metric: GaugeMetric, value: number]>

/** A page that Prometheus reads. */
export interface MetricsPage {
  readonly contentType: string
  readonly text: string
}

/** Metrics for Prometheus, of all instances that they are given to. */
export interface ServiceMetrics {
  /** The counters and timers of instances. */
  readonly recorder: Recorder
  /**
   * Adds values that are read for each page; it must not reject.
   *
   * @returns a function that stops it
   */
  readonly watch: (read: () => Promise<GaugeReadings>) => () => void
  /** Everything as plain data, to be sent to the process that makes the page. */
  readonly snapshot: () => Promise<unknown>
  /** The page of this process. */
  readonly page: () => Promise<MetricsPage>
}
