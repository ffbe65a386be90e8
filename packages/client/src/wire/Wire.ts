/**
 * What goes over the wire, as plain types: bodies of requests and of answers, and what they are made of. Written by
 * `wire-types.mjs` from the schemas of the declared API; not to be edited.
 *
 * @module
 */

/** The body of `GET /status`. */
export interface Status {
  readonly version: string
  readonly timestamp: string
  readonly client: {
    readonly ip: string | null
    readonly acceptLanguage: string
    readonly userAgent: string | null
    readonly region: VisitorLocation
  }
}

/** The body of `GET /init`; for an unsupported contract it has no optional member but `appName`. */
export interface InitBody {
  readonly branding: "consent" | "cs" | "hosted" | "none"
  readonly hosting: "hosted" | "self-hosted"
  readonly appName?: string
  readonly translations: SelectedTranslation
  readonly policyResolution: PolicyResolution
  /** Those declared, as they were; an empty list when none are. */
  readonly vendors?: ReadonlyArray<DeclaredVendor>
  readonly vendorListVersion?: string
  readonly cmpId?: number
  readonly customVendors?: ReadonlyArray<CustomVendor>
  /** Where IAB applies and lists are loaded: the list, or null while it is unavailable. */
  readonly gvl?: ServedVendorList | null
  /** In place of `gvl`, where lists are delivered by reference. */
  readonly gvlReference?: VendorListReference | null
  /** Signed for a matched policy, where a signing key is configured. */
  readonly policySnapshotToken?: string
  readonly jurisdiction: Jurisdiction
  readonly location: VisitorLocation
}

/** The body of `GET /manifest`. */
export interface Manifest {
  readonly schemaVersion: 2
  readonly revision: string
  readonly branding: "consent" | "cs" | "hosted" | "none"
  readonly hosting: "hosted" | "self-hosted"
  readonly appName: string
  readonly policyPacks?: ReadonlyArray<CompiledRule>
  readonly policyFailure?: { readonly errors: ReadonlyArray<string>; readonly reason: "invalid-configuration" }
  readonly translations: AuthoredTranslations
  readonly cmpId?: number
  readonly iab?: {
    readonly customVendors?: ReadonlyArray<CustomVendor>
    readonly enabled: true
    readonly gvl: { readonly url: string; readonly version?: number }
  }
  readonly vendors?: ReadonlyArray<DeclaredVendor>
  readonly vendorListVersion?: string
  /** `disableGeoLocation`: visitors' locations count as unknown. */
  readonly defaults: { readonly disableGeoLocation?: boolean }
}

/** The body of `POST /subjects`. Fields that are not of its `type` are checked anyway, and then left out. */
export interface Submission {
  readonly type: string
  readonly subjectId: string
  readonly domain: string
  readonly givenAt: number
  /** Required for `cookie_banner`. */
  readonly preferences?: { readonly [key: string]: boolean } | null
  readonly metadata?: { readonly [key: string]: unknown } | null
  readonly externalSubjectId?: string | null
  readonly identityProvider?: string | null
  readonly identityToken?: string | null
  readonly model?: string | null
  readonly jurisdictionModel?: string | null
  readonly consentAction?: string | null
  readonly uiSource?: string | null
  readonly tcString?: string | null
  readonly policySnapshotToken?: string | null
  /** For `cookie_banner`: the policy that was shown, null for none. For a legal document: its version's id. */
  readonly policyId?: string | null
  readonly choice?: SubmittedChoice | null
  readonly receipts?: SubmittedReceipts | null
  readonly vendorChoice?: VendorChoice | null
  readonly fingerprint?: string | null
  readonly country?: string | null
  readonly region?: string | null
  /** Longer than 255 characters, it is shortened to whole entries instead of refused: users control its length. */
  readonly language?: string | null
  readonly gpc?: boolean | null
  readonly policyHash?: string | null
  readonly documentSnapshotToken?: string | null
}

/** The response to a save: what is on record now. */
export interface ConsentReceipt {
  readonly ok: true
  readonly subjectId: string
  readonly consentId: string
  readonly type: string
  readonly domain: string
  readonly givenAt: string
  readonly createdAt: string
  readonly appliedPreferences?: { readonly [key: string]: boolean }
  readonly metadata?: { readonly [key: string]: unknown }
  readonly uiSource?: string
  readonly subjectVendorChoice?: VendorChoice
}

/** The body of `GET /subjects/:id`. */
export interface SubjectState {
  readonly subject: {
    readonly id: string
    readonly createdAt: string
    readonly externalId?: string
    readonly identityProvider?: string
  }
  readonly consents: ReadonlyArray<ConsentItem>
  readonly isValid: boolean
  readonly subjectChoice: Choice | null
  readonly subjectVendorChoice: VendorChoice | null
}

/** One record in a read; a stored value that cannot be read is null, one that never was is absent. */
export interface ConsentItem {
  readonly id: string
  readonly type: string
  readonly domain: string
  readonly givenAt: string
  readonly createdAt: string
  readonly isLatestPolicy: boolean
  /** Of a record about a legal document's version. */
  readonly policyId?: string
  readonly policyVersion?: string
  readonly policyHash?: string
  readonly policyEffectiveDate?: string
  readonly jurisdiction?: string
  readonly preferences?: { readonly [key: string]: boolean } | null
  readonly runtimePolicySource?: string
  readonly choice?: Choice | null
  readonly vendorChoice?: VendorChoice | null
}

/** The body of `PATCH /subjects/:id`. */
export interface LinkRequest {
  readonly externalId: string
  readonly identityProvider?: string | null
  readonly identityToken?: string | null
}

/** The answer to `PATCH /subjects/:id`. */
export interface LinkedSubject {
  readonly subject: {
    readonly id: string
    readonly externalId: string
    readonly identityProvider: string
  }
}

/** The body of `GET /subjects?externalId=`. */
export interface SubjectList {
  readonly subjects: ReadonlyArray<{
    readonly id: string
    readonly externalId: string
    readonly identityProvider: string
    readonly createdAt: string
    readonly consents: ReadonlyArray<ConsentItem>
  }>
}

/** The body of `GET /subjects/:id/receipts/:consentId`. */
export interface SignedReceipt {
  readonly format: "consent-service/receipt/v1"
  readonly origin: string
  readonly index: number
  readonly entry: {
    readonly kind: number
    readonly time: number
    readonly parts: {
      readonly act: { readonly commitment: string } | { readonly key: string; readonly text: string }
      readonly subject: { readonly commitment: string } | { readonly key: string; readonly text: string }
      readonly trace: { readonly commitment: string } | { readonly key: string; readonly text: string }
    }
  }
  readonly proof: string
  readonly checkpoint: string
}

/** The body of `GET /consents/check`: each requested type is a key. */
export interface ConsentCheck {
  readonly results: { readonly [key: string]: { readonly hasConsent: boolean; readonly isLatestPolicy: boolean } }
}

/** The body of `GET /experiments/:id/summary`. */
export interface ExperimentSummary {
  readonly experimentId: string
  readonly from: string | null
  readonly to: string | null
  readonly arms: ReadonlyArray<{
    readonly arm: string
    readonly choices: number
    readonly byAction: {
      readonly accept_all: number
      readonly custom: number
      readonly opt_out: number
      readonly reject_all: number
      readonly unknown: number
    }
    readonly bySurface: { readonly [key: string]: number }
    readonly medianTimeToDecisionMs: number | null
  }>
}

/** The body of `PUT /legal-documents/:type/current`. */
export interface DocumentRelease {
  readonly version: string
  readonly hash: string
  /** An ISO 8601 date or timestamp; required, as `parseEffectiveDate` checks. */
  readonly effectiveDate?: string | null
}

/** The response to `PUT /legal-documents/:type/current`. */
export interface PublishedPolicy {
  readonly policy: {
    readonly id: string
    readonly type: string
    readonly version: string
    readonly hash: string
    readonly effectiveDate: string
    readonly isActive: true
  }
}

/** The body of `GET /consents`. */
export interface RecordPage {
  readonly consents: ReadonlyArray<RecordItem>
  readonly next: string | null
}

/** The body of `GET /statistics`. */
export interface StatisticsReport {
  readonly from: string
  readonly to: string
  readonly groupBy: "action" | "country" | "day" | "experiment" | "language" | "rule"
  readonly groups: ReadonlyArray<{
    readonly records: number
    readonly accepted: number
    readonly refused: number
    readonly customized: number
    readonly shown: number | null
    readonly ignored: number | null
    readonly categories: {
      readonly experience: {
        readonly granted: number
        readonly refused: number
        readonly rate: number | null
      }
      readonly functionality: {
        readonly granted: number
        readonly refused: number
        readonly rate: number | null
      }
      readonly marketing: {
        readonly granted: number
        readonly refused: number
        readonly rate: number | null
      }
      readonly measurement: {
        readonly granted: number
        readonly refused: number
        readonly rate: number | null
      }
    }
    readonly group: string | null
    readonly rest: boolean
  }>
  readonly total: {
    readonly records: number
    readonly accepted: number
    readonly refused: number
    readonly customized: number
    readonly shown: number | null
    readonly ignored: number | null
    readonly categories: {
      readonly experience: {
        readonly granted: number
        readonly refused: number
        readonly rate: number | null
      }
      readonly functionality: {
        readonly granted: number
        readonly refused: number
        readonly rate: number | null
      }
      readonly marketing: {
        readonly granted: number
        readonly refused: number
        readonly rate: number | null
      }
      readonly measurement: {
        readonly granted: number
        readonly refused: number
        readonly rate: number | null
      }
    }
  }
  readonly pending: number
  readonly backfilled: boolean
}

/** A record with all that is stored of it; null is what was not recorded. */
export interface RecordItem {
  readonly id: string
  readonly subjectId: string
  readonly type: string
  readonly domain: string
  readonly givenAt: string
  readonly createdAt: string
  readonly validUntil: string | null
  readonly action: string | null
  readonly preferences: unknown
  readonly choice: unknown
  readonly vendorChoice: unknown
  readonly tcString: string | null
  readonly jurisdiction: string | null
  readonly model: string | null
  readonly rule: string | null
  readonly country: string | null
  readonly region: string | null
  readonly textsLanguage: string | null
  readonly decisionId: string | null
  readonly decisionSource: string | null
  readonly documentId: string | null
  readonly uiSource: string | null
  readonly experimentId: string | null
  readonly experimentArm: string | null
  readonly timeToDecisionMs: number | null
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly language: string | null
  readonly metadata: unknown
}

/** The body of `GET /person`. */
export interface PersonReport {
  readonly format: "consent-service/person/v1"
  readonly createdAt: string
  readonly subjects: ReadonlyArray<{
    readonly id: string
    readonly externalId: string | null
    readonly records: ReadonlyArray<{
      readonly record: RecordItem
      readonly shown: {
        readonly language: string
        readonly title: string
        readonly description: string
        readonly categories: { readonly [key: string]: { readonly description: string; readonly title: string } }
      } | null
      readonly document: {
        readonly type: string
        readonly version: string
        readonly hash: string
      } | null
      readonly missing: ReadonlyArray<string>
    }>
  }>
}

/** The body of `POST /erasures`: `subjectId` or `externalId`. */
export interface ErasureRequest {
  readonly subjectId?: string | null
  readonly externalId?: string | null
  readonly reason: string
  readonly parts?: ReadonlyArray<"trace"> | null
  readonly requestId?: string | null
  readonly dryRun?: boolean | null
}

/** The proof that records were erased; it names no person. */
export interface ErasureCertificate {
  readonly format: "consent-service/erasure/v1"
  readonly origin: string | null
  readonly requestId: string
  readonly erasedAt: number
  readonly reason: string
  readonly parts: ReadonlyArray<string> | null
  readonly deleted: { readonly [key: string]: number }
  readonly leaves: ReadonlyArray<{
    readonly index: number
    readonly leaf: string
    readonly proof: string | null
  }>
  readonly entry: unknown
  readonly checkpoint: string | null
  readonly limits: string
}

/** What an erasure would do. */
export interface ErasurePreview {
  readonly dryRun: true
  readonly parts: ReadonlyArray<string> | null
  readonly deleted: { readonly [key: string]: number }
  readonly entries: number
}

/** An erasure without a certificate yet. */
export interface ErasurePending {
  readonly requestId: string
  readonly state: "erased" | "waiting"
}

/** The body of `PUT /holds/:id`. */
export interface HoldRequest {
  readonly scope: {
    readonly subjectId?: string | null
    readonly externalId?: string | null
    readonly type?: string | null
    readonly from?: string | null
    readonly to?: string | null
  }
  readonly reason: string
}

/** A legal hold. */
export interface LegalHold {
  readonly id: string
  readonly scope: {
    readonly subjectId?: string
    readonly externalId?: string
    readonly type?: string
    readonly from?: string
    readonly to?: string
  }
  readonly reason: string
  readonly placedAt: string
  readonly releasedAt: string | null
}

/** Every legal hold. */
export interface LegalHoldList {
  readonly holds: ReadonlyArray<LegalHold>
}

/** The body of `POST /evidence-packs`: `subjectId`, `externalId` or `consentIds`. */
export interface EvidencePackRequest {
  readonly subjectId?: string | null
  readonly externalId?: string | null
  readonly consentIds?: ReadonlyArray<string> | null
  readonly withhold?: ReadonlyArray<"subject" | "trace"> | null
  readonly language?: "de" | "en" | "es" | "fr" | null
}

/** A choice as stored and returned: `{ version: 3, categories: { <category>: receipt } }`. */
export interface Choice {
  readonly version: 3
  readonly categories: {
    readonly experience?: Receipt
    readonly functionality?: Receipt
    readonly marketing?: Receipt
    readonly measurement?: Receipt
  }
}

/** One category's receipt. */
export interface Receipt {
  readonly value: boolean
  readonly confirmedAt: number
  readonly basis: ReceiptBasis
}

/** The basis of a receipt: a fingerprinted prompt, or an older client's assertion. */
export type ReceiptBasis =
  | { readonly kind: "choice-v1"; readonly fingerprint: string }
  | { readonly kind: "legacy-v2"; readonly materialFingerprint?: string }

/** The object form of a submission's receipts. */
export interface SubmittedChoice {
  readonly version: 3
  readonly categories: {
    readonly experience?: SubmittedReceipt
    readonly functionality?: SubmittedReceipt
    readonly marketing?: SubmittedReceipt
    readonly measurement?: SubmittedReceipt
  }
}

/** One category's receipt as a client may send it; without a basis it counts as `legacy-v2`. */
export interface SubmittedReceipt {
  readonly value: boolean
  readonly confirmedAt: number
  readonly basis?: SubmittedBasis | null
}

/** The array form of a submission's receipts: the same data, with the category in each item. */
export type SubmittedReceipts = ReadonlyArray<{
  readonly value: boolean
  readonly confirmedAt: number
  readonly basis?: SubmittedBasis | null
  readonly category: OptionalCategory
}>

/** A basis as a client sends it: missing members may be null. */
export type SubmittedBasis =
  | { readonly fingerprint: string; readonly kind: "choice-v1" }
  | { readonly kind: "legacy-v2"; readonly materialFingerprint?: string | null }

/** A complete grant map with one confirmation time. */
export interface VendorChoice {
  readonly version: 1
  readonly confirmedAt: number
  readonly grants: { readonly [key: string]: boolean }
}

/** The `policyResolution` object of `/init`; its keys are exactly these. */
export type PolicyResolution =
  | MatchedResolution
  | {
      readonly version: 1
      readonly status: "failed"
      readonly policy: null
      readonly reason: ResolutionFailure
    }
  | {
      readonly version: 1
      readonly status: "no-match" | "unconfigured"
      readonly policy: null
    }

/** A matched resolution on the wire. */
export interface MatchedResolution {
  readonly version: 1
  readonly status: "matched"
  readonly policyId: string
  readonly matchedBy: MatchedBy
  readonly policy: ResolvedPolicy
  readonly fingerprints: PolicyFingerprints
}

/** Why a rule matched. */
export type MatchedBy = "country" | "default" | "fallback" | "region"

/** Why no rule could be selected. */
export type ResolutionFailure = "insufficient-inputs" | "invalid-configuration" | "unsupported-contract"

/** The `policy` object of a matched resolution. */
export interface ResolvedPolicy {
  readonly id: string
  readonly model: PolicyModel
  readonly prompt: Prompt
  readonly scope: ReadonlyArray<OptionalCategory>
  readonly scopeMode: ScopeMode
  readonly preselectedCategories: ReadonlyArray<OptionalCategory>
  readonly exemptCategories?: ReadonlyArray<OptionalCategory>
  readonly actions: {
    readonly allowed: ReadonlyArray<"accept" | "customize" | "dismiss" | "reject">
    readonly required: ReadonlyArray<"accept" | "customize" | "dismiss" | "reject">
    readonly equivalent: ReadonlyArray<ReadonlyArray<"accept" | "customize" | "dismiss" | "reject">>
  }
  readonly rights: ReadonlyArray<Right>
  readonly validity: { readonly choiceMs: number; readonly noticeMs: number }
  readonly privacySignals: { readonly gpc: { readonly denyCategories: ReadonlyArray<OptionalCategory> } }
  readonly copyRevision: string | null
  readonly i18n?: { readonly language?: string; readonly messageProfile?: string }
  readonly proof: {
    readonly storeIp: boolean
    readonly storeUserAgent: boolean
    readonly storeLanguage: boolean
  }
}

/** The fingerprints of a resolved policy, each 64 lower-case hex digits. */
export interface PolicyFingerprints {
  readonly policy: string
  readonly choice: string
  readonly notice: string
  /** The rule's fingerprint in older receipts, or why they are no longer valid; only for a rule with `legacyMaterial`. */
  readonly legacyMaterial?: string
}

/** A checked rule: its matchers as written, the resolved policy, and its fingerprints. No key may be added. */
export interface CompiledRule {
  readonly match: PolicyMatch
  readonly rule: ResolvedPolicy
  readonly fingerprints: PolicyFingerprints
}

/** Which visitors a rule is for. */
export interface PolicyMatch {
  /** ISO 3166-1 alpha-2 codes. */
  readonly countries?: ReadonlyArray<string>
  readonly regions?: ReadonlyArray<RegionMatch>
  /** Countries whose visitors match when their region is not known. */
  readonly regionFallbacks?: ReadonlyArray<string>
  /** Every visitor whose country is known and that no other rule matches. */
  readonly isDefault?: boolean
  /** Every visitor whose location is not known precisely enough. */
  readonly fallback?: boolean
}

/** A part of a country: `{ country: "US", region: "CA" }`; the region may also be written `US-CA`. */
export interface RegionMatch {
  readonly country: string
  readonly region: string
}

/** How consent works: asked first, assumed until refused, IAB TCF, or not needed. */
export type PolicyModel = "iab" | "none" | "opt-in" | "opt-out"

/** The prompt of a visitor: a banner with a choice, a notice, or none. */
export type Prompt = "choice" | "none" | "notice"

/** Whether a category outside the rule's scope may be granted (`permissive`) or not (`strict`). */
export type ScopeMode = "permissive" | "strict"

/** A right that the site must offer to visitors. */
export type Right = "disclosure" | "opt-out" | "preferences"

/** An optional category. */
export type OptionalCategory = "experience" | "functionality" | "marketing" | "measurement"

/** The eleven jurisdictions that the service distinguishes. */
export type Jurisdiction =
  | "APPI"
  | "AU"
  | "BR"
  | "CCPA"
  | "CH"
  | "GDPR"
  | "NONE"
  | "PIPA"
  | "PIPEDA"
  | "QC_LAW25"
  | "UK_GDPR"

/** Where a visitor is, as the request said it; nulls when unknown. */
export interface VisitorLocation {
  readonly countryCode: string | null
  readonly regionCode: string | null
}

/** A vendor of the site's own, for vendor-level consent outside the IAB TCF. */
export interface DeclaredVendor {
  readonly id: string
  readonly name: string
  readonly category: VendorCategory
  readonly privacyPolicyUrl: string
  readonly description?: string
  readonly legalName?: string
  readonly homepageUrl?: string
  /** Listed without a toggle. */
  readonly disabled?: boolean
}

/** Which categories a vendor depends on: one, or a condition over several. */
export type VendorCategory =
  | "necessary"
  | OptionalCategory
  | { readonly and: ReadonlyArray<VendorCategory> | VendorCategory }
  | { readonly not: VendorCategory }
  | { readonly or: ReadonlyArray<VendorCategory> | VendorCategory }

/** A vendor that is not registered with IAB, shown alongside those that are. */
export interface CustomVendor {
  readonly id: string
  readonly name: string
  readonly privacyPolicyUrl: string
  readonly purposes: ReadonlyArray<number>
  readonly description?: string
  readonly legIntPurposes?: ReadonlyArray<number>
  readonly features?: ReadonlyArray<number>
  readonly specialFeatures?: ReadonlyArray<number>
  readonly dataCategories?: ReadonlyArray<number>
  readonly cookieMaxAgeSeconds?: number
  readonly usesCookies?: boolean
  readonly usesNonCookieAccess?: boolean
  readonly dataRetentionDays?: number
}

/** A Global Vendor List as IAB publishes it; of its many members only those are named that a client must find. */
export interface ServedVendorList {
  readonly vendorListVersion: number
  readonly vendors: { readonly [key: string]: unknown }
  readonly [key: string]: unknown
}

/** Where a vendor list is, instead of the list: an address that always stands for the same one. */
export interface VendorListReference {
  /** Below the service's own address. */
  readonly path: string
  readonly vendorListVersion: number
  readonly language: string
}

/** The `translations` object of `/init`: the language finally served, and its texts. */
export interface SelectedTranslation {
  readonly language: string
  readonly translations: TranslationBundle
}

/**
 * The texts of one language as `/init` sends them: `translations.translations`. A leaf is a plain
 * text that may hold `{placeholders}`; the `iab` section is there only when the IAB payload applies.
 */
export interface TranslationBundle {
  readonly common: {
    readonly acceptAll: string
    readonly rejectAll: string
    readonly customize: string
    readonly save: string
    readonly close: string
    /** Precedes the name of the product behind the banner: `Powered by`. */
    readonly securedBy: string
    readonly dismiss: string
    readonly acknowledge: string
    /** Says that the policy or the vendor list cannot be loaded, so that only a refusal can be recorded now. */
    readonly unavailable: string
    /** In place of the switch of a category that is not optional. */
    readonly alwaysActive: string
    /** Names the control that selects the language. */
    readonly language: string
  }
  readonly cookieBanner: {
    readonly title: string
    readonly description: string
    readonly noticeTitle: string
    readonly noticeDescription: string
  }
  readonly consentManagerDialog: {
    readonly title: string
    readonly description: string
    readonly vendors: {
      /** Holds `{count}`. */
      readonly title: string
      /** Holds `{vendor}`. */
      readonly switchLabel: string
      readonly disabledByCategory: string
      readonly privacyPolicy: string
    }
    readonly cookies: {
      /** Holds `{count}`. */
      readonly title: string
      readonly name: string
      readonly purpose: string
      readonly duration: string
    }
  }
  readonly consentTypes: {
    readonly necessary: { readonly title: string; readonly description: string }
    readonly functionality: { readonly title: string; readonly description: string }
    readonly experience: { readonly title: string; readonly description: string }
    readonly measurement: { readonly title: string; readonly description: string }
    readonly marketing: { readonly title: string; readonly description: string }
  }
  readonly consentGate: {
    /** Holds `{category}`. */
    readonly title: string
    /** Holds `{category}`. */
    readonly actionButton: string
    readonly policyBlocked: string
    readonly loading: string
    readonly error: string
    /** Holds `{vendor}`. */
    readonly provider: string
    /** Loads the content on this page only, without a record. */
    readonly once: string
    /** Grants consent. */
    readonly always: string
  }
  readonly legalLinks: {
    readonly privacyPolicy: string
    readonly cookiePolicy: string
    readonly termsOfService: string
  }
  readonly rights: { readonly optOut: string; readonly preferences: string }
  readonly iab?: {
    readonly banner: {
      readonly title: string
      /** Holds `{partnerCount}`, for which a client puts its `partnersLink`. */
      readonly description: string
      /** A noun phrase such as `our 17 partners`. Holds `{count}`. */
      readonly partnersLink: string
      /** Holds `{count}`. */
      readonly andMore: string
      readonly legitimateInterestNotice: string
      readonly scopeServiceSpecific: string
      readonly scopeGroup: string
    }
    readonly preferenceCenter: {
      readonly title: string
      readonly description: string
      readonly tabs: { readonly purposes: string; readonly vendors: string }
      readonly purposeItem: {
        readonly partners: string
        readonly vendorsUseLegitimateInterest: string
        readonly examples: string
        readonly partnersUsingPurpose: string
        readonly withYourPermission: string
        readonly legitimateInterest: string
        readonly objectButton: string
        readonly objected: string
        readonly rightToObject: string
      }
      readonly specialPurposes: { readonly title: string; readonly tooltip: string }
      readonly features: { readonly title: string; readonly description: string }
      readonly vendorList: {
        readonly search: string
        /** Holds `{filtered}` and `{total}`. */
        readonly showingCount: string
        readonly iabVendorsHeading: string
        readonly iabVendorsNotice: string
        readonly customVendorsHeading: string
        readonly customVendorsNotice: string
        readonly purposes: string
        readonly specialPurposes: string
        readonly specialFeatures: string
        readonly features: string
        readonly dataCategories: string
        readonly usesCookies: string
        readonly nonCookieAccess: string
        /** Holds `{days}`. */
        readonly maxAge: string
        /** Holds `{days}`. */
        readonly retention: string
        readonly legitimateInterest: string
        readonly privacyPolicy: string
        readonly storageDisclosure: string
        readonly requiredNotice: string
      }
      readonly footer: { readonly consentStorage: string }
    }
    readonly common: {
      readonly acceptAll: string
      readonly rejectAll: string
      readonly customize: string
      readonly saveSettings: string
      readonly loading: string
      readonly showingSelectedVendor: string
      readonly clearSelection: string
      readonly customPartner: string
    }
  }
}

/** The `translations` object of `/manifest`: the authored texts, without the built-in ones. */
export interface AuthoredTranslations {
  readonly customTranslations?: { readonly [key: string]: { readonly [key: string]: unknown } }
  readonly i18n?: {
    readonly defaultProfile?: string
    readonly messages?: {
      readonly [key: string]: {
        readonly fallbackLanguage?: string
        readonly translations: { readonly [key: string]: { readonly [key: string]: unknown } }
      }
    }
  }
}
