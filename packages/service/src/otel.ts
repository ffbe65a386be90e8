/**
 * Traces and metrics through OpenTelemetry. Needs the packages `@effect/opentelemetry` and `@opentelemetry/api`.
 *
 * @module
 */
export * as ConsentTelemetry from "./otel/ConsentTelemetry.js"
export { openTelemetry } from "./otel/OpenTelemetry.js"
export type { OpenTelemetry, TelemetryOptions } from "./options/TelemetryOptions.js"
