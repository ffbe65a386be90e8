/**
 * Loads the metrics for Prometheus, which need an optional package.
 *
 * @module
 */
import * as Either from "effect/Either"
import type { ServiceMetrics } from "../metrics/ServiceMetrics.js"

/** @returns the metrics, or why they are unavailable, in one line */
export const loadMetrics = async (): Promise<Either.Either<ServiceMetrics, string>> => {
  try {
    const { prometheusMetrics } = await import("../prometheus.js")
    return Either.right(prometheusMetrics())
  } catch {
    return Either.left("server.metrics needs the package prom-client: run `npm install prom-client`")
  }
}
