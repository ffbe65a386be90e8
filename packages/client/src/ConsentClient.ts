/**
 * The client: one method for each route of the service, and `allows`, the check that most callers need.
 *
 * @module
 */
import type {
  CheckAnswer,
  ErasureAnswer,
  ErasureState,
  ExperimentSummary,
  Init,
  LegalHold,
  LegalHoldList,
  LinkedSubject,
  ManifestAnswer,
  PackAnswer,
  PersonPage,
  PersonReport,
  PublishedPolicy,
  ReceiptAnswer,
  RecordPage,
  SavedConsent,
  StatisticsFile,
  StatisticsReport,
  Status,
  SubjectList,
  SubjectState,
} from "./answer/Answers.js"
import type { Result } from "./answer/Result.js"
import type { AllowDecision } from "./consent/DecideAllowed.js"
import type {
  AccountInput,
  AllowsOptions,
  CheckInput,
  ConsentInput,
  DocumentInput,
  ErasureInput,
  HoldInput,
  IdentityInput,
  InitInput,
  ManifestInput,
  PackInput,
  PersonInput,
  ReceiptInput,
  RecordsInput,
  StatisticsInput,
  SubjectInput,
  SummaryInput,
} from "./methods/Inputs.js"
import type * as Routes from "./methods/Routes.js"
import type { CallOptions } from "./options/CallOptions.js"

/** The codes that a route documents. */
type CodesOf<Route> = Route extends { readonly codes: ReadonlyArray<infer Code extends string> } ? Code : never

/** The codes that each method may fail with, in addition to this package's own. */
export interface MethodCodes {
  readonly status: CodesOf<typeof Routes.statusRoute>
  readonly init: CodesOf<typeof Routes.initRoute>
  readonly manifest: CodesOf<ReturnType<typeof Routes.manifestRoute>>
  readonly get: CodesOf<typeof Routes.readRoute>
  readonly create: CodesOf<typeof Routes.saveRoute>
  readonly identify: CodesOf<typeof Routes.linkRoute>
  readonly receipt: CodesOf<typeof Routes.receiptRoute>
  readonly list: CodesOf<typeof Routes.listRoute>
  readonly check: CodesOf<ReturnType<typeof Routes.checkRoute>>
  readonly summary: CodesOf<typeof Routes.summaryRoute>
  readonly publish: CodesOf<typeof Routes.publishRoute>
  readonly records: CodesOf<typeof Routes.recordsRoute>
  readonly statistics: CodesOf<typeof Routes.statisticsRoute>
  readonly person: CodesOf<typeof Routes.personRoute>
  readonly erase: CodesOf<typeof Routes.eraseRoute>
  readonly erasure: CodesOf<typeof Routes.erasureRoute>
  readonly placeHold: CodesOf<typeof Routes.placeHoldRoute>
  readonly releaseHold: CodesOf<typeof Routes.releaseHoldRoute>
  readonly holds: CodesOf<typeof Routes.holdsRoute>
  readonly pack: CodesOf<typeof Routes.packRoute>
}

/** Subjects: visitors and their records. */
export interface SubjectMethods {
  /** A subject's records; anyone with the id can read them. */
  readonly get: (
    id: string,
    input?: SubjectInput,
    options?: CallOptions,
  ) => Promise<Result<SubjectState, MethodCodes["get"]>>
  /** Records one act of consent once, however often it is sent. */
  readonly create: (input: ConsentInput, options?: CallOptions) => Promise<Result<SavedConsent, MethodCodes["create"]>>
  /** Links a subject to an account; verified with an API key or an identity token. */
  readonly identify: (
    id: string,
    input: IdentityInput,
    options?: CallOptions,
  ) => Promise<Result<LinkedSubject, MethodCodes["identify"]>>
  /** The subjects with a verified link to an account. Needs an API key. */
  readonly list: (input: AccountInput, options?: CallOptions) => Promise<Result<SubjectList, MethodCodes["list"]>>
}

/** Consents. */
export interface ConsentMethods {
  /**
   * A page of the records of all visitors, in the order of their acts. Needs an API key.
   *
   * @example
   * ```ts
   * import { createConsentClient, unwrap } from "@consent-service/client"
   *
   * const consent = createConsentClient({ baseUrl: "https://consent.shop.example", apiKey: process.env["CONSENT_API_KEY"] })
   * const print = async (): Promise<void> => {
   *   for (let after: string | undefined; ; ) {
   *     const page = unwrap(await consent.consents.list({ from: "2026-11-01", country: "DE", after }))
   *     for (const { action, givenAt } of page.consents) console.log(givenAt, action)
   *     if (page.next === null) return
   *     after = page.next
   *   }
   * }
   * ```
   */
  readonly list: (input?: RecordsInput, options?: CallOptions) => Promise<Result<RecordPage, MethodCodes["records"]>>
  /**
   * Whether an account has records of some types: a refusal is a record, too. Needs an API key.
   * To check whether something may be done, use `allows`.
   */
  readonly check: <const Type extends string>(
    input: CheckInput<Type>,
    options?: CallOptions,
  ) => Promise<Result<CheckAnswer<Type>, MethodCodes["check"]>>
  /**
   * Whether an account's latest decision about a category is yes. Reads the preference itself, and returns no, with the reason,
   * in every doubt, including when the service is unavailable. Needs an API key.
   *
   * @example
   * ```ts
   * import { createConsentClient } from "@consent-service/client"
   *
   * const consent = createConsentClient({ baseUrl: "https://consent.shop.example", apiKey: process.env["CONSENT_API_KEY"] })
   * const { allowed } = await consent.consents.allows("user-42", "marketing")
   * ```
   */
  readonly allows: (externalId: string, category: string, options?: AllowsOptions) => Promise<AllowDecision>
}

/** The evidence log. */
export interface EvidenceMethods {
  /**
   * The receipt of a record: its content, and the proof that it is in the evidence log. Anyone who trusts the log's
   * keys can verify it without the service.
   *
   * @example
   * ```ts
   * import { createConsentClient } from "@consent-service/client"
   *
   * const consent = createConsentClient({ baseUrl: "https://consent.shop.example" })
   * const result = await consent.evidence.receipt({ subjectId: "sub_1", consentId: "cns_1", withhold: ["trace"] })
   * const text = result.ok && result.data.status === "issued" ? JSON.stringify(result.data.receipt) : null
   * ```
   */
  readonly receipt: (
    input: ReceiptInput,
    options?: CallOptions,
  ) => Promise<Result<ReceiptAnswer, MethodCodes["receipt"]>>
  /**
   * A zip file for an authority: records, what was shown for them, their receipts, and a page that verifies all of it
   * offline. Needs an API key.
   */
  readonly pack: (input: PackInput, options?: CallOptions) => Promise<Result<PackAnswer, MethodCodes["pack"]>>
}

/** Everything on record about a person. */
export interface PersonMethods {
  /** As data. Needs an API key. */
  readonly get: (input: PersonInput, options?: CallOptions) => Promise<Result<PersonReport, MethodCodes["person"]>>
  /** As a page in the person's language, which needs no network. Needs an API key. */
  readonly page: (input: PersonInput, options?: CallOptions) => Promise<Result<PersonPage, MethodCodes["person"]>>
}

/** Erasure of what is on record about a person. */
export interface ErasureMethods {
  /**
   * Erases records, or one part of them. Needs an API key. While the answer is `pending`, call it again with the same
   * `requestId`.
   *
   * @example
   * ```ts
   * import { createConsentClient } from "@consent-service/client"
   *
   * const consent = createConsentClient({ baseUrl: "https://consent.shop.example", apiKey: process.env["CONSENT_API_KEY"] })
   * const erased = await consent.erasures.create({ externalId: "user-42", reason: "art. 17", requestId: "ticket-4711" })
   * const certificate = erased.ok && erased.data.status === "erased" ? erased.data.certificate : null
   * ```
   */
  readonly create: (input: ErasureInput, options?: CallOptions) => Promise<Result<ErasureAnswer, MethodCodes["erase"]>>
  /** The certificate of an erasure. Needs an API key. */
  readonly get: (requestId: string, options?: CallOptions) => Promise<Result<ErasureState, MethodCodes["erasure"]>>
}

/** Legal holds, which forbid erasure. */
export interface HoldMethods {
  /** Places a hold. Needs an API key. */
  readonly place: (
    id: string,
    input: HoldInput,
    options?: CallOptions,
  ) => Promise<Result<LegalHold, MethodCodes["placeHold"]>>
  /** Releases a hold, which stays in the list. Needs an API key. */
  readonly release: (id: string, options?: CallOptions) => Promise<Result<LegalHold, MethodCodes["releaseHold"]>>
  /** Every hold. Needs an API key. */
  readonly list: (options?: CallOptions) => Promise<Result<LegalHoldList, MethodCodes["holds"]>>
}

/** Banner experiments. */
export interface ExperimentMethods {
  /** What visitors decided under each arm of a banner experiment. Needs an API key. */
  readonly summary: (
    id: string,
    input?: SummaryInput,
    options?: CallOptions,
  ) => Promise<Result<ExperimentSummary, MethodCodes["summary"]>>
}

/** Counts of decisions. */
export interface StatisticsMethods {
  /**
   * How many visitors accepted, refused and customized, by day, country, rule, action, language or experiment. Needs an
   * API key.
   *
   * @example
   * ```ts
   * import { createConsentClient } from "@consent-service/client"
   *
   * const consent = createConsentClient({ baseUrl: "https://consent.shop.example", apiKey: process.env["CONSENT_API_KEY"] })
   * const counted = await consent.statistics.get({ from: "2026-11-01", to: "2026-11-30", groupBy: "country" })
   * const marketing = counted.ok ? counted.data.total.categories.marketing.rate : null
   * ```
   */
  readonly get: (
    input?: StatisticsInput,
    options?: CallOptions,
  ) => Promise<Result<StatisticsReport, MethodCodes["statistics"]>>
  /** The same as CSV, a line for each group. Needs an API key. */
  readonly csv: (
    input?: StatisticsInput,
    options?: CallOptions,
  ) => Promise<Result<StatisticsFile, MethodCodes["statistics"]>>
}

/** Legal documents. */
export interface LegalDocumentMethods {
  /** Publishes the version of a legal document that is now in force. Needs an API key. */
  readonly publish: (
    type: string,
    input: DocumentInput,
    options?: CallOptions,
  ) => Promise<Result<PublishedPolicy, MethodCodes["publish"]>>
}

/**
 * A client of one instance of the service. Every call is idempotent: the same consent, link, version, hold or
 * erasure sent twice returns what is there. No method throws or rejects.
 */
export interface ConsentClient {
  /** Whether the service and its database are available, and its version. */
  readonly status: (options?: CallOptions) => Promise<Result<Status, MethodCodes["status"]>>
  /** The content of a banner for one visitor. */
  readonly init: (input?: InitInput, options?: CallOptions) => Promise<Result<Init, MethodCodes["init"]>>
  /** The visitor-independent policy configuration, unless the caller already has it. */
  readonly manifest: (
    input?: ManifestInput,
    options?: CallOptions,
  ) => Promise<Result<ManifestAnswer, MethodCodes["manifest"]>>
  readonly subjects: SubjectMethods
  readonly consents: ConsentMethods
  readonly evidence: EvidenceMethods
  readonly persons: PersonMethods
  readonly erasures: ErasureMethods
  readonly holds: HoldMethods
  readonly experiments: ExperimentMethods
  readonly statistics: StatisticsMethods
  readonly legalDocuments: LegalDocumentMethods
}
