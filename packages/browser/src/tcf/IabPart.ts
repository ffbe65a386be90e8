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

/** A matched `iab` rule and what came with it. */
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

/** What a person decided, in categories and as a TC string. */
export interface IabDecision {
  readonly action: "all" | "necessary" | "custom"
  readonly categories: CategoryFlags
  readonly tcString: string | null
}

/** What the preference centre was set to: ids switched on, custom vendors by their own ids. */
export interface IabDraft {
  readonly purposeConsents: ReadonlyArray<number>
  readonly purposeLegitimateInterests: ReadonlyArray<number>
  readonly specialFeatures: ReadonlyArray<number>
  readonly vendorConsents: ReadonlyArray<number>
  readonly vendorLegitimateInterests: ReadonlyArray<number>
  readonly customVendorConsents: ReadonlyArray<string>
  readonly customVendorLegitimateInterests: ReadonlyArray<string>
}

/** What the runtime does for the part: records the decision, or changes the surface. */
export interface IabCommands {
  readonly acceptAll: (source: UiSource) => void
  readonly rejectAll: (source: UiSource) => void
  readonly save: (draft: IabDraft, source: UiSource) => void
  readonly openDialog: () => void
  readonly close: () => void
}

/** The part itself. */
export interface IabPart {
  /** While the bundle executes: the stub, so that tags may call immediately. */
  readonly install: () => void
  /**
   * The rule that holds, or that none of IAB does, and whether the visitor is under the GDPR then.
   *
   * @param cmpId - the operator's; by default the match's
   */
  readonly match: (match: IabMatch | null, gdprApplies: boolean, cmpId?: number) => void
  /** Whether a decision is kept that still holds at a time: of these terms, not older than 13 months, of today's policy version. */
  readonly holds: (now: number) => boolean
  /** What a decision comes to; kept by this call, and reported to `__tcfapi` listeners (`useractioncomplete`). Needs a match. */
  readonly decide: (what: "all" | "none" | IabDraft, now: number) => IabDecision
  /** Whether an IAB vendor (by number) or a custom one may run now; null for an unknown one. */
  readonly permits: (vendor: string) => boolean | null
  /** Renders, and notifies `__tcfapi` listeners whether a surface is shown. */
  readonly render: (surface: SurfaceName) => void
  /** Forgets what is kept. */
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
