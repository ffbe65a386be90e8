/**
 * What the IAB TCF asks of a visitor under a rule, and what a visitor decides.
 *
 * @module
 */
import type { CustomVendor, VendorList } from "@consent-service/core/vendor"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { Fingerprints, ResolvedPolicy } from "@consent-service/core/policy"
import type { CategoryFlags } from "../consent/Records.js"
import type { LegalLinks, UiOptions } from "../config/PageOptions.js"
import type { UiSource } from "../surface/View.js"
import type { Asked } from "./Asked.js"

/** A matched `iab` rule with its data. */
export interface IabRule {
  readonly policy: ResolvedPolicy
  readonly fingerprints: Fingerprints
  readonly list: VendorList
  /** Absent if the operator has none; then no TC string is published. */
  readonly cmpId: number | undefined
  readonly customVendors: ReadonlyArray<CustomVendor>
  readonly language: string
  readonly publisherCountryCode: string
}

/** What surfaces show of a rule in addition. */
export interface IabLook {
  readonly texts: TranslationBundle
  readonly direction: "ltr" | "rtl"
  readonly links: LegalLinks
  readonly ui: UiOptions
}

/** A rule that surfaces show. */
export interface IabMatch extends IabRule, IabLook {}

/** A matched rule and its requirements. */
export interface IabTerms<Match extends IabRule = IabMatch> {
  readonly match: Match
  readonly asked: Asked
}

/** A visitor's decision, in categories and as a TC string. */
export interface IabDecision {
  readonly action: "all" | "necessary" | "custom"
  readonly categories: CategoryFlags
  readonly tcString: string | null
}

/** The state of the preference center: ids that are on, custom vendors by their own ids. */
export interface IabDraft {
  readonly purposeConsents: ReadonlyArray<number>
  readonly purposeLegitimateInterests: ReadonlyArray<number>
  readonly specialFeatures: ReadonlyArray<number>
  readonly vendorConsents: ReadonlyArray<number>
  readonly vendorLegitimateInterests: ReadonlyArray<number>
  readonly customVendorConsents: ReadonlyArray<string>
  readonly customVendorLegitimateInterests: ReadonlyArray<string>
}

/** The runtime's callbacks: records the decision, or changes the surface. */
export interface IabCommands {
  readonly acceptAll: (source: UiSource) => void
  readonly rejectAll: (source: UiSource) => void
  readonly save: (draft: IabDraft, source: UiSource) => void
  readonly openDialog: () => void
  readonly close: () => void
  readonly setLanguage: (language: string) => void
}
