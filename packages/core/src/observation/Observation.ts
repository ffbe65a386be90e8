/**
 * Everything the service reports about itself, as data. The observer decides what to show (as in PostgREST).
 *
 * Observations end up in logs, so none may carry a subject's or a user account's id, an address, a token, a key or a
 * body. About a visitor they may carry the inputs and the result of a resolution (country, region, language, GPC,
 * experiment arm, the page's host), and the id of their journey, which a page generates at random for one view or tab.
 * A `failure` is the message of the failed component and may quote its input.
 *
 * @module
 */
import type { DecisionSource } from "../consent/record/ConsentRecord.js"
import type { SessionReport } from "../session/SessionReport.js"
import type { IdentityProof } from "../token/IdentityToken.js"

/** The outcome of a save, for the wide event of its request. */
export interface ConsentObservation {
  readonly id: string
  readonly created: boolean
  readonly decisionId: string | null
  readonly decisionSource: DecisionSource | null
  /** The categories that carried a receipt. */
  readonly receipts: ReadonlyArray<string> | null
  /** How many vendors were decided on. */
  readonly vendors: number | null
}

/** The outcome of a new record, for metrics; the log has {@link ConsentObservation}. */
export interface ActObservation {
  /** Whether it grants a category or a vendor; null without such a decision, as for a document. */
  readonly granted: boolean | null
  /** Whether the subject is new. */
  readonly newSubject: boolean
}

/** One request, from first byte to answer. */
export interface RequestHandled {
  readonly _tag: "RequestHandled"
  readonly method: string
  /** The declared route, never the path: a path can hold a subject's id. Null when no route matched. */
  readonly route: string | null
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
  readonly tenant: string | null
  /** The error code of an error response. */
  readonly code: string | null
  readonly consent: ConsentObservation | null
  /** The outcome of the record that the request created; null without one. */
  readonly act: ActObservation | null
  /** Whether the account in the request was verified, never the account; null when it names none. */
  readonly identity: IdentityProof | null
  /** How many subjects a search by account found; null for every other request. */
  readonly subjectsMatched: number | null
  /** The resolution that the request made or reported, without the visitor's address; null for other requests. */
  readonly session: SessionReport | null
  /** The journey that the request belongs to; null when it names none. */
  readonly journeyId: string | null
  /** The internal error, for statuses of 500 and above. */
  readonly failure: string | null
}

/** The receiver of resolution reports failed for one report; its request was not affected. */
export interface ResolutionReportFailed {
  readonly _tag: "ResolutionReportFailed"
  readonly source: SessionReport["source"]
  readonly requestId: string
  /** The receiver's error. */
  readonly failure: string
}

/** A subject exceeds the bound of a read; its oldest acts were left out of a response. */
export interface SubjectHistoryTruncated {
  readonly _tag: "SubjectHistoryTruncated"
  readonly requestId: string
  /** How many acts are in the response: the newest. */
  readonly acts: number
}

/** Background work of a request failed after its response. */
export interface BackgroundTaskFailed {
  readonly _tag: "BackgroundTaskFailed"
  readonly requestId: string
  readonly failure: string
}

/** The policy rules are invalid; every resolution answers `failed`. */
export interface PolicyRulesInvalid {
  readonly _tag: "PolicyRulesInvalid"
  readonly errors: ReadonlyArray<string>
}

/** Some authored texts cannot be used; visitors get the built-in ones instead. */
export interface TranslationsQuestionable {
  readonly _tag: "TranslationsQuestionable"
  readonly problems: ReadonlyArray<string>
}

/** An option has an older name; the message says which one to use. */
export interface OptionDeprecated {
  readonly _tag: "OptionDeprecated"
  readonly option: string
  readonly message: string
}

/** A key is short enough to be guessed; the message says how to generate a strong one, and never contains the key. */
export interface WeakSecret {
  readonly _tag: "WeakSecret"
  readonly option: string
  readonly message: string
}

/** Pages of every origin may call the service across origins. */
export interface AnyOriginTrusted {
  readonly _tag: "AnyOriginTrusted"
  readonly option: string
  readonly message: string
}

/** An entry of a list option is valid, and has no effect. */
export interface OptionIneffective {
  readonly _tag: "OptionIneffective"
  readonly option: string
  readonly message: string
}

/** A vendor list is now in use, or was confirmed to be the newest. */
export interface VendorListLoaded {
  readonly _tag: "VendorListLoaded"
  readonly language: string
  readonly from: "endpoint" | "cache"
  readonly version: number
  readonly vendors: number
  readonly durationMs: number
}

/** A vendor list was unavailable. */
export interface VendorListFailed {
  readonly _tag: "VendorListFailed"
  readonly language: string
  readonly reason: string
  readonly failure: string
  readonly durationMs: number
  /** Minimum milliseconds until the next attempt, which is made only on demand. */
  readonly retryInMs: number
  /** Whether visitors still get the last good list. */
  readonly serving: boolean
}

/** A vendor list is no longer served. */
export interface VendorListDropped {
  readonly _tag: "VendorListDropped"
  readonly language: string
  readonly because: "too-old" | "unused"
}

/** The external cache was unavailable for a vendor list, or had none; the process continued without it. */
export interface VendorListCacheFailed {
  readonly _tag: "VendorListCacheFailed"
  readonly operation: "read" | "write"
  readonly failure: string
}

/** The settings for clients' addresses, logged at startup. */
export interface AddressesConfigured {
  readonly _tag: "AddressesConfigured"
  /** The trusted proxies: their number, their networks, or all private ones; null without an option. */
  readonly trustedProxies: number | ReadonlyArray<string> | "private" | null
  /** The headers that are read, in order. */
  readonly headers: ReadonlyArray<string>
  /** Whether requests are limited by address. */
  readonly limited: boolean
}

/** Forwarded addresses arrive from a private or unknown address, and no option names the proxies to trust. */
export interface ProxyUnnamed {
  readonly _tag: "ProxyUnnamed"
}

/** Requests have an edge key that the service does not know. */
export interface EdgeKeyUnknown {
  readonly _tag: "EdgeKeyUnknown"
}

/** An option disabled the rate limits. */
export interface RateLimitOff {
  readonly _tag: "RateLimitOff"
}

/** A migration ran. */
export interface MigrationApplied {
  readonly _tag: "MigrationApplied"
  readonly id: string
  readonly durationMs: number
}

/** Migrations that run before the first request failed; a later request starts them again. */
export interface MigrationFailed {
  readonly _tag: "MigrationFailed"
  readonly failure: string
}

/** A server of the service now accepts connections. */
export interface ServerListening {
  readonly _tag: "ServerListening"
  /** The URL on its own machine. */
  readonly url: string
  /** The address it is bound to; `::` or `0.0.0.0` for every interface. */
  readonly address: string
  readonly port: number
}

/** A server closed new connections because as many were open as it allows. */
export interface ConnectionsRefused {
  readonly _tag: "ConnectionsRefused"
  /** How many since the last report. */
  readonly count: number
  readonly maxConnections: number
}

/**
 * A server refused requests that are no valid HTTP, or take too long, before any route. The first of each status is
 * reported immediately, further ones together every few seconds: their sender must not be able to fill the log.
 */
export interface RequestsRefused {
  readonly _tag: "RequestsRefused"
  readonly status: number
  /** The error code of the response. */
  readonly code: string
  /** Why, for the newest: the code of Node or of its parser. */
  readonly reason: string
  /** In the response to the newest. */
  readonly requestId: string
  /** How many since the last report. */
  readonly count: number
}

/** A server now uses its changed configuration. */
export interface ConfigurationReloaded {
  readonly _tag: "ConfigurationReloaded"
  /** From the signal to the last request that the former configuration answered or to the last process that was replaced. */
  readonly durationMs: number
  /** Changed options that keep their former values until a restart. */
  readonly needRestart: ReadonlyArray<string>
}

/** A server could not reload its configuration, and keeps the former one. */
export interface ReloadRefused {
  readonly _tag: "ReloadRefused"
  readonly durationMs: number
  /** All problems, one issue each. */
  readonly issues: ReadonlyArray<string>
}

/**
 * Some workers serve with the changed configuration, and one cannot be replaced yet. It goes on with the former
 * configuration, and is replaced later; a report that the configuration was reloaded follows when all are.
 */
export interface ReloadIncomplete {
  readonly _tag: "ReloadIncomplete"
  /** How many serve with the changed configuration. */
  readonly replaced: number
  /** How many serve with a former one. */
  readonly former: number
  /** Why the new process did not serve. */
  readonly because: string
  /** When the next one starts. */
  readonly retryMs: number
}

/** One of several worker processes exited by itself. */
export interface WorkerExited {
  readonly _tag: "WorkerExited"
  /** Its number, which its replacement keeps. */
  readonly worker: number
  readonly pid: number
  /** Its exit code, or the signal that ended it. */
  readonly because: string
  /** When its replacement starts. */
  readonly restartMs: number
}

/** The evidence log of the tenant has another origin than the configuration: no entry is added. */
export interface EvidenceLogForeign {
  readonly _tag: "EvidenceLogForeign"
  /** As configured. */
  readonly origin: string
  readonly stored: string
}

/** The stored evidence log contradicts a signed checkpoint, as after restoring a backup: no entry is added or signed. */
export interface EvidenceLogForked {
  readonly _tag: "EvidenceLogForked"
  readonly problem: string
}

/** Entries have waited too long for the evidence log. */
export interface EvidenceLogBehind {
  readonly _tag: "EvidenceLogBehind"
  /** How long the oldest of them waits. */
  readonly ageMs: number
  /** How many wait, counted up to 100,000. */
  readonly queued: number
}

/** The evidence log could not be read; it is retried. */
export interface EvidenceLogFailed {
  readonly _tag: "EvidenceLogFailed"
  readonly failure: string
}

/** The files of the evidence log could not be published; it is retried, and nothing waits for it. */
export interface EvidencePublishFailed {
  readonly _tag: "EvidencePublishFailed"
  readonly failure: string
}

/** Records that were stored before there was an evidence log have entries now. */
export interface EvidenceBackfilled {
  readonly _tag: "EvidenceBackfilled"
  /** How many entries this process queued. */
  readonly records: number
}

/** A witness has not cosigned the newest checkpoint of the evidence log; it is retried, and nothing waits for it. */
export interface EvidenceWitnessFailed {
  readonly _tag: "EvidenceWitnessFailed"
  /** The name of the witness; empty when none was asked. */
  readonly witness: string
  readonly failure: string
}

/** An authority has not stamped the newest checkpoint of the evidence log; it is retried, and nothing waits for it. */
export interface EvidenceTimestampFailed {
  readonly _tag: "EvidenceTimestampFailed"
  /** The address of the authority; empty when none was asked. */
  readonly authority: string
  readonly failure: string
}

/** The retention schedule was applied, and something was no longer kept. */
export interface RetentionApplied {
  readonly _tag: "RetentionApplied"
  /** How many records were old enough to be looked at. */
  readonly records: number
  /** How many were erased. */
  readonly erased: number
  /** How many lost address, browser, language and metadata. */
  readonly traces: number
}

/** The retention schedule could not be applied to the end; it is retried. */
export interface RetentionFailed {
  readonly _tag: "RetentionFailed"
  readonly failure: string
}

/** The read replica could not answer; for a while, the database answers what the replica would have. */
export interface ReadReplicaFailed {
  readonly _tag: "ReadReplicaFailed"
  readonly failure: string
}

/** The clocks of the process and the database differ by more than a minute: the process adds no entries to the log. */
export interface EvidenceClockSuspicious {
  readonly _tag: "EvidenceClockSuspicious"
  /** The process's time minus the database's. */
  readonly offsetMs: number
}

/** Everything that a composition reports to its `Observer`, by `_tag`. */
export type Observation =
  | RequestHandled
  | ResolutionReportFailed
  | SubjectHistoryTruncated
  | BackgroundTaskFailed
  | PolicyRulesInvalid
  | TranslationsQuestionable
  | OptionDeprecated
  | WeakSecret
  | AnyOriginTrusted
  | OptionIneffective
  | VendorListLoaded
  | VendorListFailed
  | VendorListDropped
  | VendorListCacheFailed
  | AddressesConfigured
  | ProxyUnnamed
  | EdgeKeyUnknown
  | RateLimitOff
  | MigrationApplied
  | MigrationFailed
  | ServerListening
  | ConnectionsRefused
  | RequestsRefused
  | ConfigurationReloaded
  | ReloadRefused
  | ReloadIncomplete
  | WorkerExited
  | EvidenceLogForeign
  | EvidenceLogForked
  | EvidenceLogBehind
  | EvidenceLogFailed
  | EvidencePublishFailed
  | EvidenceWitnessFailed
  | EvidenceTimestampFailed
  | EvidenceBackfilled
  | RetentionApplied
  | RetentionFailed
  | ReadReplicaFailed
  | EvidenceClockSuspicious
