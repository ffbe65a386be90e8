/**
 * The client: one method for each route of the service, and `allows`, the check that most callers need.
 *
 * @module
 */
import type {
  CheckAnswer,
  ExperimentSummary,
  Init,
  LinkedSubject,
  ManifestAnswer,
  PublishedPolicy,
  ReceiptAnswer,
  SavedConsent,
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
  IdentityInput,
  InitInput,
  ManifestInput,
  ReceiptInput,
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

/** The consents of an account. */
export interface ConsentMethods {
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
 * A client of one instance of the service. Every call is idempotent: the same consent, link or version sent
 * twice returns the existing record. No method throws or rejects.
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
  readonly experiments: ExperimentMethods
  readonly legalDocuments: LegalDocumentMethods
}
