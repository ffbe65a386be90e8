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

/** What a save came to, for the wide event of its request. */
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

/** What a new record adds up to, for metrics; the log has {@link ConsentObservation}. */
export interface ActObservation {
  /** Whether it grants a category or a vendor; null for one that decides about none, such as of a document. */
  readonly granted: boolean | null
  /** Whether the subject is new with it. */
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
  /** The error code of the answer, when it is one. */
  readonly code: string | null
  readonly consent: ConsentObservation | null
  /** What a record created by the request adds up to; null where it created none. */
  readonly act: ActObservation | null
  /** Whether the account that the request names was proven, never which it is; null when it names none. */
  readonly identity: IdentityProof | null
  /** How many subjects a search by account found; null for every other request. */
  readonly subjectsMatched: number | null
  /** The resolution that the request made or reported, without the visitor's address; null for every other request. */
  readonly session: SessionReport | null
  /** The journey that the request belongs to; null when it names none. */
  readonly journeyId: string | null
  /** What went wrong inside, for an answer of 500 and above. */
  readonly failure: string | null
}

/** The receiver of resolution reports did not take one; the request it is of went on without it. */
export interface ResolutionReportFailed {
  readonly _tag: "ResolutionReportFailed"
  readonly source: SessionReport["source"]
  readonly requestId: string
  /** What the receiver failed with. */
  readonly failure: string
}

/** A subject has more on record than a read answers; the oldest acts were left out of an answer. */
export interface SubjectHistoryTruncated {
  readonly _tag: "SubjectHistoryTruncated"
  readonly requestId: string
  /** How many acts were answered: the newest. */
  readonly acts: number
}

/** Work that a request left behind failed after its answer was sent. */
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

/** Something about the authored texts will not do what was meant; visitors get the built-in ones instead. */
export interface TranslationsQuestionable {
  readonly _tag: "TranslationsQuestionable"
  readonly problems: ReadonlyArray<string>
}

/** An option is written by an older name; the message says what to write instead. */
export interface OptionDeprecated {
  readonly _tag: "OptionDeprecated"
  readonly option: string
  readonly message: string
}

/** A key is short enough to be guessed; the message says how to make a good one. The key itself is never in it. */
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

/** A vendor list is in use from now on, or was confirmed to be the newest. */
export interface VendorListLoaded {
  readonly _tag: "VendorListLoaded"
  readonly language: string
  readonly from: "endpoint" | "cache"
  readonly version: number
  readonly vendors: number
  readonly durationMs: number
}

/** A vendor list could not be had. */
export interface VendorListFailed {
  readonly _tag: "VendorListFailed"
  readonly language: string
  readonly reason: string
  readonly failure: string
  readonly durationMs: number
  /** Minimum milliseconds until the next attempt, which is made only on demand. */
  readonly retryInMs: number
  /** Whether visitors are still served the last good one. */
  readonly serving: boolean
}

/** A vendor list is served no more. */
export interface VendorListDropped {
  readonly _tag: "VendorListDropped"
  readonly language: string
  readonly because: "too-old" | "unused"
}

/** The external cache could not be used for a vendor list, or held none; it went on without. */
export interface VendorListCacheFailed {
  readonly _tag: "VendorListCacheFailed"
  readonly operation: "read" | "write"
  readonly failure: string
}

/** How clients' addresses are read, said at start. */
export interface AddressesConfigured {
  readonly _tag: "AddressesConfigured"
  /** How many proxies are trusted, which networks, or all private ones; null where no option says so. */
  readonly trustedProxies: number | ReadonlyArray<string> | "private" | null
  /** The headers that are read, in order. */
  readonly headers: ReadonlyArray<string>
  /** Whether requests are limited by address. */
  readonly limited: boolean
}

/** Forwarded addresses arrive from a private or unknown address, and no option says which proxies to trust. */
export interface ProxyUnnamed {
  readonly _tag: "ProxyUnnamed"
}

/** Requests arrive with the key of an edge that the service does not know. */
export interface EdgeKeyUnknown {
  readonly _tag: "EdgeKeyUnknown"
}

/** Requests are not limited, by option. */
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

/** A server of the service accepts connections from now on. */
export interface ServerListening {
  readonly _tag: "ServerListening"
  /** Reaches it from its own machine. */
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

/** A server serves by its changed configuration from now on. */
export interface ConfigurationReloaded {
  readonly _tag: "ConfigurationReloaded"
  /** From the signal to the last request that the former configuration answered or to the last process that was replaced. */
  readonly durationMs: number
  /** Changed options that keep their former values until the server is started again. */
  readonly needRestart: ReadonlyArray<string>
}

/** A server could not reload its configuration and serves by the former one. */
export interface ReloadRefused {
  readonly _tag: "ReloadRefused"
  readonly durationMs: number
  /** Everything that is wrong, an issue each. */
  readonly issues: ReadonlyArray<string>
}

/** A process of several that serve ended by itself. */
export interface WorkerExited {
  readonly _tag: "WorkerExited"
  /** Its number, which the process after it has as well. */
  readonly worker: number
  readonly pid: number
  /** Its exit code, or the signal that ended it. */
  readonly because: string
  /** When the process after it starts. */
  readonly restartMs: number
}

/** The evidence log of the tenant has another name than the configuration gives it: nothing is put into it. */
export interface EvidenceLogForeign {
  readonly _tag: "EvidenceLogForeign"
  /** As configured. */
  readonly origin: string
  readonly stored: string
}

/** The stored evidence log contradicts what was signed, as a restored backup does: nothing is put in or signed. */
export interface EvidenceLogForked {
  readonly _tag: "EvidenceLogForked"
  readonly problem: string
}

/** Entries wait longer than they should to be put into the evidence log. */
export interface EvidenceLogBehind {
  readonly _tag: "EvidenceLogBehind"
  /** How long the oldest of them waits. */
  readonly ageMs: number
  /** How many wait, counted up to 100,000. */
  readonly queued: number
}

/** The evidence log could not be looked at; it is tried again. */
export interface EvidenceLogFailed {
  readonly _tag: "EvidenceLogFailed"
  readonly failure: string
}

/** The files of the evidence log could not be published; it is tried again, and nothing waits for it. */
export interface EvidencePublishFailed {
  readonly _tag: "EvidencePublishFailed"
  readonly failure: string
}

/** The clocks of the process and the database differ by more than a minute: the process puts nothing into the log. */
export interface EvidenceClockSuspicious {
  readonly _tag: "EvidenceClockSuspicious"
  /** The process's time less the database's. */
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
  | ConfigurationReloaded
  | ReloadRefused
  | WorkerExited
  | EvidenceLogForeign
  | EvidenceLogForked
  | EvidenceLogBehind
  | EvidenceLogFailed
  | EvidencePublishFailed
  | EvidenceClockSuspicious
