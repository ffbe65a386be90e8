/**
 * The `metrics` option: where Prometheus' metrics are kept.
 *
 * @module
 */
import { foreign } from "@consent-service/core/authored"
import * as Predicate from "effect/Predicate"
import type { ServiceMetrics } from "../metrics/ServiceMetrics.js"

/** The schema of the option. */
export const MetricsOption = foreign<ServiceMetrics>(
  (value) =>
    Predicate.hasProperty(value, "recorder") &&
    ["watch", "snapshot", "page"].every((name) => Predicate.isFunction(Reflect.get(value, name))),
  "must be made by prometheusMetrics of consent-service/prometheus",
)
