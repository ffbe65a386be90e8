/**
 * Turns observations into log events: one wide event per request, with a level that follows from its status.
 *
 * @module
 */
import type { AddressesConfigured, EvidenceLogForeign, Observation, RequestHandled } from "./Observation.js"

/** The lowest level that is logged; `silent` logs nothing. */
export const logLevels = ["silent", "error", "warn", "info"] as const
/** How much is logged: `silent`, `error`, `warn` or `info`. */
export type LogLevel = (typeof logLevels)[number]

/** The level of an event. */
export type Severity = Exclude<LogLevel, "silent">

/** One event: plain JSON data. */
export interface LogEvent {
  readonly level: Severity
  readonly event: string
  readonly [field: string]: unknown
}

const gravityOf = (status: number): Severity => (status >= 500 ? "error" : status >= 400 ? "warn" : "info")

/**
 * The level of an observation. A request's level follows from its status: `error` from 500, `warn` from 400.
 *
 * @example
 * ```ts
 * import { severityOf } from "@consent-service/core/ports"
 *
 * severityOf({ _tag: "PolicyRulesInvalid", errors: ["policyRules must be an array"] }) // "error"
 * ```
 */
export const severityOf = (observation: Observation): Severity => {
  switch (observation._tag) {
    case "RequestHandled":
      // The operator chose to sign nothing, and any client may ask: that is no failure.
      return observation.code === "LOG_UNSIGNED" ? "warn" : gravityOf(observation.status)
    case "ResolutionReportFailed":
    case "BackgroundTaskFailed":
    case "PolicyRulesInvalid":
    case "MigrationFailed":
    case "ReloadRefused":
    case "ReloadIncomplete":
    case "WorkerExited":
    case "EvidenceLogForeign":
    case "EvidenceLogForked":
    case "EvidenceClockSuspicious":
      return "error"
    case "TranslationsQuestionable":
    case "OptionDeprecated":
    case "WeakSecret":
    case "AnyOriginTrusted":
    case "OptionIneffective":
    case "VendorListFailed":
    case "VendorListCacheFailed":
    case "ConnectionsRefused":
    case "RequestsRefused":
    case "ProxyUnnamed":
    case "EdgeKeyUnknown":
    case "RateLimitOff":
    case "SubjectHistoryTruncated":
    case "EvidenceLogBehind":
    case "EvidenceLogFailed":
    case "EvidencePublishFailed":
    case "EvidenceWitnessFailed":
    case "EvidenceTimestampFailed":
    case "RetentionFailed":
    case "ReadReplicaFailed":
      return "warn"
    case "VendorListDropped":
      // Dropping an unused list is normal.
      return observation.because === "unused" ? "info" : "warn"
    case "ConfigurationReloaded":
      // The operator's change is not in force.
      return observation.needRestart.length > 0 ? "warn" : "info"
    case "VendorListLoaded":
    case "MigrationApplied":
    case "ServerListening":
    case "AddressesConfigured":
    case "EvidenceBackfilled":
    case "RetentionApplied":
      return "info"
  }
}

type Fields = Readonly<Record<string, unknown>>

const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const toMicroseconds = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

const requestFields = ({ _tag, act, durationMs, journeyId, subjectsMatched, ...fields }: RequestHandled): Fields => ({
  ...present({
    ...fields,
    subject: subjectsMatched === null ? null : { matched: subjectsMatched },
    journey: journeyId === null ? null : { id: journeyId },
  }),
  durationMs: toMicroseconds(durationMs),
})

/** An observation that is already plain data. */
const named = (event: string, { _tag, ...fields }: Exclude<Observation, RequestHandled>) => ({ event, ...fields })

/** Redaction would remove addresses of networks, too. */
const addressFields = ({ headers, trustedProxies }: AddressesConfigured): Fields => ({
  trustedProxies:
    typeof trustedProxies === "object" && trustedProxies !== null
      ? `${trustedProxies.length} ${trustedProxies.length === 1 ? "network" : "networks"}`
      : trustedProxies,
  headers,
})

const addressesMessage = ({ headers, limited, trustedProxies }: AddressesConfigured): string => {
  const used = limited ? "limited and stored" : "stored"
  if (trustedProxies === null) {
    const counted = limited ? "limits count the connection's address; " : ""
    return `${counted}stored is the first address in ${headers.join(", ")}, which clients can forge; name the proxies in trustedProxies, or set it to 0 for none`
  }
  if (trustedProxies === 0) return `the address of the connection is ${used}; no header is read`
  return `the address that the trusted proxies give in ${headers.join(", ")} is ${used}`
}

const proxyMessage =
  "requests with X-Forwarded-For or Forwarded arrive from a private or unknown address, and trustedProxies is not set: their networks have no default rate limits, and the stored address can be forged; set trustedProxies to the number of proxies in front of the service, to their networks, or to 'private'"

const edgeKeyMessage =
  "requests arrive with X-CS-Edge-Key, and the key is not in edgeKeys: the service takes that edge for the visitor, so all its visitors share the rate limits of one network; add the key to edgeKeys, or correct origin.key of the edge"

const rateLimitMessage =
  "rateLimit is false: one client can fill the database; limit requests in front of the service, or leave the option out"

const foreignMessage = ({ origin, stored }: EvidenceLogForeign): string =>
  `the log of this database is named ${stored}, and evidence.origin says ${origin}: set it, or use another database`

const forkedMessage =
  "records are saved and wait; nothing is put into the log or signed before it is repaired: was a backup restored, or did a standby take over without the last commits? consent-service log recover takes over what is published"

const fieldsOf = (observation: Observation): Fields & Pick<LogEvent, "event"> => {
  switch (observation._tag) {
    case "RequestHandled":
      return { event: "request", ...requestFields(observation) }
    case "ResolutionReportFailed": {
      const { failure, requestId, source } = observation
      return { event: "resolution-report-failed", requestId, session: { sink: "failed", source }, failure }
    }
    case "SubjectHistoryTruncated":
      return named("subject-history-truncated", observation)
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
    case "WeakSecret":
      return named("weak-secret", observation)
    case "AnyOriginTrusted":
      return named("any-origin-trusted", observation)
    case "OptionIneffective":
      return named("option-ineffective", observation)
    case "VendorListLoaded":
      return named("vendor-list-loaded", observation)
    case "VendorListFailed":
      return named("vendor-list-failed", observation)
    case "VendorListDropped":
      return named("vendor-list-dropped", observation)
    case "VendorListCacheFailed":
      return named("vendor-list-cache-failed", observation)
    case "AddressesConfigured":
      return { event: "client-addresses", ...addressFields(observation), message: addressesMessage(observation) }
    case "ProxyUnnamed":
      return { event: "trusted-proxies-missing", option: "trustedProxies", message: proxyMessage }
    case "EdgeKeyUnknown":
      return { event: "edge-key-unknown", option: "edgeKeys", message: edgeKeyMessage }
    case "RateLimitOff":
      return { event: "rate-limit-off", option: "rateLimit", message: rateLimitMessage }
    case "MigrationApplied":
      return { event: "migration-applied", id: observation.id, durationMs: observation.durationMs }
    case "MigrationFailed":
      return named("migration-failed", observation)
    case "ServerListening":
      return named("server-listening", observation)
    case "ConnectionsRefused":
      return named("connections-refused", observation)
    case "RequestsRefused":
      return named("requests-refused", observation)
    case "ConfigurationReloaded": {
      const { durationMs, needRestart } = observation
      return { event: "configuration-reloaded", durationMs, ...(needRestart.length === 0 ? {} : { needRestart }) }
    }
    case "ReloadRefused":
      return named("reload-refused", observation)
    case "ReloadIncomplete":
      return named("reload-incomplete", observation)
    case "WorkerExited":
      return named("worker-exited", observation)
    case "EvidenceLogForeign":
      return { ...named("evidence-log-foreign", observation), message: foreignMessage(observation) }
    case "EvidenceLogForked":
      return { ...named("evidence-log-forked", observation), message: forkedMessage }
    case "EvidenceLogBehind":
      return named("evidence-log-behind", observation)
    case "EvidenceLogFailed":
      return named("evidence-log-failed", observation)
    case "EvidencePublishFailed":
      return named("evidence-publish-failed", observation)
    case "EvidenceWitnessFailed":
      return named("evidence-witness-failed", observation)
    case "EvidenceTimestampFailed":
      return named("evidence-timestamp-failed", observation)
    case "EvidenceBackfilled":
      return named("evidence-backfilled", observation)
    case "RetentionApplied":
      return named("retention-applied", observation)
    case "RetentionFailed":
      return named("retention-failed", observation)
    case "ReadReplicaFailed":
      return named("read-replica-failed", observation)
    case "EvidenceClockSuspicious":
      return named("evidence-clock-suspicious", observation)
  }
}

/**
 * Turns an observation into the event that is logged for it, before redaction: see {@link redactEvent}.
 *
 * @example
 * ```ts
 * import { toLogEvent } from "@consent-service/core/ports"
 *
 * const { event, level } = toLogEvent({ _tag: "MigrationApplied", id: "0001_initial", durationMs: 12 })
 * event // "migration-applied"
 * level // "info"
 * ```
 */
export const toLogEvent = (observation: Observation): LogEvent => ({
  level: severityOf(observation),
  ...fieldsOf(observation),
})
