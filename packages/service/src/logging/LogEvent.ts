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

const gravityOf = (status: number): Severity => (status >= 500 ? "error" : status >= 400 ? "warn" : "info")

/** How grave an observation is. */
export const severityOf = (observation: Observation): Severity => {
  switch (observation._tag) {
    case "RequestHandled":
      return gravityOf(observation.status)
    case "ResolutionReportFailed":
    case "BackgroundTaskFailed":
    case "PolicyRulesInvalid":
      return "error"
    case "TranslationsQuestionable":
    case "OptionDeprecated":
    case "VendorListFailed":
    case "VendorListCacheFailed":
      return "warn"
    case "VendorListDropped":
      // That nobody asked for a list any more is no trouble.
      return observation.because === "unused" ? "info" : "warn"
    case "VendorListLoaded":
    case "MigrationApplied":
      return "info"
  }
}

type Fields = Readonly<Record<string, unknown>>

const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const toMicroseconds = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

const requestFields = ({ _tag, durationMs, journeyId, subjectsMatched, ...fields }: RequestHandled): Fields => ({
  ...present({
    ...fields,
    subject: subjectsMatched === null ? null : { matched: subjectsMatched },
    journey: journeyId === null ? null : { id: journeyId },
  }),
  durationMs: toMicroseconds(durationMs),
})

/** An observation that is plain data already. */
const named = (event: string, { _tag, ...fields }: Exclude<Observation, RequestHandled>) => ({ event, ...fields })

const fieldsOf = (observation: Observation): Fields & Pick<LogEvent, "event"> => {
  switch (observation._tag) {
    case "RequestHandled":
      return { event: "request", ...requestFields(observation) }
    case "ResolutionReportFailed": {
      const { failure, requestId, source } = observation
      return { event: "resolution-report-failed", requestId, session: { sink: "failed", source }, failure }
    }
    case "BackgroundTaskFailed": {
      const { failure, requestId } = observation
      return { event: "background-task-failed", requestId, failure }
    }
    case "PolicyRulesInvalid":
      return { event: "policy-rules-invalid", errors: observation.errors }
    case "TranslationsQuestionable":
      return { event: "translations-questionable", problems: observation.problems }
    case "OptionDeprecated":
      return { event: "option-deprecated", option: observation.option, message: observation.message }
    case "VendorListLoaded":
      return named("vendor-list-loaded", observation)
    case "VendorListFailed":
      return named("vendor-list-failed", observation)
    case "VendorListDropped":
      return named("vendor-list-dropped", observation)
    case "VendorListCacheFailed":
      return named("vendor-list-cache-failed", observation)
    case "MigrationApplied":
      return { event: "migration-applied", id: observation.id, durationMs: observation.durationMs }
  }
}

/** Turns an observation into the event that is logged for it. */
export const toLogEvent = (observation: Observation): LogEvent => ({
  level: severityOf(observation),
  ...fieldsOf(observation),
})
