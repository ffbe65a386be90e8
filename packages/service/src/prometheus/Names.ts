/**
 * The names of metrics in Prometheus' format, by one rule: dots are underscores, counters end with `_total`, and
 * durations are in seconds.
 *
 * @module
 */
import type { Metric } from "../metrics/Metrics.js"

const underscored = (name: string): string => name.replaceAll(".", "_")

const endings: Readonly<Record<Metric["type"], string>> = { counter: "_total", histogram: "_seconds", gauge: "" }

/** A metric's name, such as `cs_http_request_duration_seconds`. */
export const prometheusName = ({ name, type }: Pick<Metric, "name" | "type">): string =>
  underscored(name) + endings[type]

/** A label's name. */
export const prometheusLabel = underscored
