/**
 * Metrics for Prometheus. Needs the package `prom-client`.
 *
 * @module
 */
export { mergedPage } from "./prometheus/Page.js"
export { prometheusMetrics } from "./prometheus/PrometheusMetrics.js"
export type { MetricsPage, ServiceMetrics } from "./metrics/ServiceMetrics.js"
