/**
 * Metrics for Prometheus, of all instances of a process, and of the process itself.
 *
 * @module
 */
import { packageVersion } from "@consent-service/adapter-http/Version"
import * as Schema from "effect/Schema"
import { collectDefaultMetrics, Registry } from "prom-client"
import { metrics } from "../metrics/Metrics.js"
import type { Recorder } from "../metrics/Recorder.js"
import type { MetricsPage, ServiceMetrics } from "../metrics/ServiceMetrics.js"
import { makeGauges } from "./Gauges.js"
import { prometheusName } from "./Names.js"
import { pageOf } from "./Page.js"
import { type Family, Snapshot } from "./Snapshot.js"
import { makeTallies } from "./Tallies.js"

const decode = Schema.decodeUnknownSync(Snapshot)

const info: Family = {
  name: prometheusName(metrics.info),
  help: `${metrics.info.help}.`,
  type: "gauge",
  aggregator: "first",
  values: [{ labels: { version: packageVersion }, value: 1 }],
}

/** A metric without a value yet has no line; between processes it would become `null`. */
const measured = (family: Family): Family => ({
  ...family,
  values: family.values.filter(({ value }) => Number.isFinite(value)),
})

class PrometheusMetrics implements ServiceMetrics {
  readonly #process = new Registry()
  readonly #tallies = makeTallies()
  readonly #gauges = makeGauges()
  readonly recorder: Recorder = this.#tallies.recorder
  readonly watch = this.#gauges.watch

  constructor() {
    collectDefaultMetrics({ register: this.#process })
  }

  readonly snapshot = async (): Promise<Snapshot> => {
    const ofProcess = decode(await this.#process.getMetricsAsJSON())
    return [info, ...this.#tallies.families(), ...(await this.#gauges.families()), ...ofProcess].map(measured)
  }

  readonly page = async (): Promise<MetricsPage> => pageOf(await this.snapshot())
}

/**
 * Makes metrics for Prometheus: requests, acts, stores, caches and vendor lists of every instance that has them as its
 * option `metrics`, and the process's memory, processor time, garbage collection and event loop.
 *
 * `serve` answers `GET /metrics` with them on a port of its own. A program with another server takes the page from
 * `page()`.
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { serve } from "consent-service/node"
 * import { prometheusMetrics } from "consent-service/prometheus"
 *
 * const service = createConsentService({ database: "sqlite:./consent.db", metrics: prometheusMetrics() })
 * await serve(service, { port: 8787, metrics: { port: 9464 } })
 * ```
 */
export const prometheusMetrics = (): ServiceMetrics => new PrometheusMetrics()
