/**
 * Traces and metrics through the installed OpenTelemetry packages.
 *
 * @module
 */
import { metrics, trace } from "@opentelemetry/api"
import type { OpenTelemetry } from "../options/TelemetryOptions.js"
import { makeDiscreetTracer } from "./DiscreetTracer.js"

/** Under this name the global providers know us. */
const scope = "consent-service"

/**
 * The value of `telemetry.openTelemetry`.
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { openTelemetry } from "consent-service/otel"
 *
 * const service = createConsentService({
 *   database: "sqlite:./consent.db",
 *   telemetry: { enabled: true, openTelemetry },
 * })
 * ```
 */
export const openTelemetry: OpenTelemetry = {
  tracer: (tracer, common) => makeDiscreetTracer(tracer ?? trace.getTracer(scope), common),
  meter: () => metrics.getMeter(scope),
}
