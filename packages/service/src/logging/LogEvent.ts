/**
 * Observations as log events: one wide event a request, graded by its outcome (service.md, "Events"; wire.md 6).
 *
 * @module
 */
import type { Observation, RequestHandled } from "@consent-service/core/observation/Observation"

/** The least grave event that is logged; `silent` logs nothing. */
export const logLevels = ["silent", "error", "warn", "info"] as const
export type LogLevel = (typeof logLevels)[number]

/** How grave an event is. */
export type Severity = Exclude<LogLevel, "silent">

/** One event: plain JSON data. */
export interface LogEvent {
  readonly level: Severity
  readonly event: string
  readonly [field: string]: unknown
}

const severityOf = (status: number): Severity => (status >= 500 ? "error" : status >= 400 ? "warn" : "info")

const present = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const requestEvent = ({ _tag, durationMs, ...fields }: RequestHandled): LogEvent => ({
  level: severityOf(fields.status),
  event: "request",
  ...present(fields),
  durationMs: Math.round(durationMs * 1000) / 1000,
})

/** Turns an observation into the event that is logged for it. */
export const toLogEvent = (observation: Observation): LogEvent => {
  switch (observation._tag) {
    case "RequestHandled":
      return requestEvent(observation)
    case "PolicyRulesInvalid":
      return { level: "error", event: "policy-rules-invalid", errors: observation.errors }
    case "TranslationsQuestionable":
      return { level: "warn", event: "translations-questionable", problems: observation.problems }
    case "MigrationApplied":
      return { level: "info", event: "migration-applied", id: observation.id, durationMs: observation.durationMs }
  }
}
