/**
 * The interface between the runtime and the IAB TCF, which only the IAB bundle contains. It applies to rules with the
 * model `iab`.
 *
 * @module
 */
import type { CustomVendor, VendorList } from "@consent-service/core/vendor"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { Fingerprints, ResolvedPolicy } from "@consent-service/core/policy"
import type { CategoryFlags } from "../consent/Records.js"
import type { LegalLinks, UiOptions } from "../config/PageOptions.js"
import type { BrowserStorage } from "../store/BrowserStorage.js"
import type { SurfaceName, UiSource } from "../surface/View.js"

/** A matched `iab` rule with its data. */
export interface IabMatch {
  readonly policy: ResolvedPolicy
  readonly fingerprints: Fingerprints
  readonly list: VendorList
  /** Absent if the operator has none; then no TC string is published. */
  readonly cmpId: number | undefined
  readonly customVendors: ReadonlyArray<CustomVendor>
  readonly texts: TranslationBundle
  readonly language: string
  readonly direction: "ltr" | "rtl"
  readonly publisherCountryCode: string
  readonly links: LegalLinks
  readonly ui: UiOptions
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
}

/** The part itself. */
export interface IabPart {
  /** During execution: installs the stub, so that tags can call immediately. */
  readonly install: () => void
  /**
   * Sets the current rule, or that no IAB rule applies, and whether the visitor is under the GDPR.
   *
   * @param cmpId - the operator's; by default the match's
   */
  readonly match: (match: IabMatch | null, gdprApplies: boolean, cmpId?: number) => void
  /** Whether a stored decision is in force at a time: under these terms, at most 13 months old, of today's policy version. */
  readonly holds: (now: number) => boolean
  /** Stores a decision and returns its effect. Reports it to `__tcfapi` listeners (`useractioncomplete`). Needs a match. */
  readonly decide: (what: "all" | "none" | IabDraft, now: number) => IabDecision
  /** Whether an IAB vendor (by number) or a custom one may run now; null for an unknown one. */
  readonly permits: (vendor: string) => boolean | null
  /** Renders, and notifies `__tcfapi` listeners whether a surface is shown. */
  readonly render: (surface: SurfaceName) => void
  /** Deletes the stored decision. */
  readonly clear: () => void
  readonly dispose: () => void
}

/** Makes the part. */
export type MakeIab = (settings: {
  readonly storage: BrowserStorage
  readonly commands: IabCommands
  readonly report: (error: unknown) => void
  /** The bundle's version as a number, for `cmpVersion`. */
  readonly version: number
}) => IabPart
