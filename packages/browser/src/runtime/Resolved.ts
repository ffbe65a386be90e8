/**
 * What is known about a visitor once his policy is resolved, wherever that happened (browser.md 1.5).
 *
 * @module
 */
import type { Fingerprints } from "@consent-service/core/policy/Fingerprint"
import type { ResolvedPolicy } from "@consent-service/core/policy/ResolvedPolicy"
import type { TranslationBundle } from "@consent-service/core/translation/Bundle"
import type { CustomVendor, DeclaredVendor } from "@consent-service/core/vendor/DeclaredVendor"
import type { VendorList } from "@consent-service/core/vendor/VendorList"
import type { PageJourney, SavePayload } from "../backend/Wire.js"

/** How far the question is. Only `matched` grants anything optional. */
export type Status = "idle" | "resolving" | "matched" | "no-match" | "unconfigured" | "failed"

/** The rule that holds. */
export interface Rule {
  readonly policy: ResolvedPolicy
  readonly fingerprints: Fingerprints
}

/** Everything that came of a resolution; what an answer does not say is absent. */
export interface Resolved {
  readonly status: Status
  /** Why it failed. */
  readonly reason?: string | undefined
  readonly rule: Rule | null
  /** What a save asserts: the token, or else the inputs. */
  readonly proof?: Partial<SavePayload> | undefined
  readonly journey?: PageJourney | undefined
  readonly country?: string | null
  /** Texts as served, and the language they are in. */
  readonly texts?: TranslationBundle
  readonly language?: string
  readonly vendors?: ReadonlyArray<DeclaredVendor> | undefined
  readonly branding?: string
  readonly hosting?: string
  readonly gdprApplies?: boolean
  readonly cmpId?: number | undefined
  readonly customVendors?: ReadonlyArray<CustomVendor> | undefined
  readonly list?: VendorList | null
}

/** Nothing is known. */
export const unresolved = (status: Status, reason?: string): Resolved => ({ status, reason, rule: null })
