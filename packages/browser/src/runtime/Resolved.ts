/**
 * What is known about a visitor once their policy is resolved, by the service or in the page.
 *
 * @module
 */
import type { CustomVendor, DeclaredVendor, VendorList } from "@consent-service/core/vendor"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { Fingerprints, ResolvedPolicy } from "@consent-service/core/policy"
import type { PageJourney, SavePayload } from "../wire/Wire.js"

/** How far the question is. Only `matched` grants anything optional. */
export type Status = "idle" | "resolving" | "matched" | "no-match" | "unconfigured" | "failed"

/** The rule that holds. */
export interface Rule {
  readonly policy: ResolvedPolicy
  readonly fingerprints: Fingerprints
}

/** Everything that a resolution returned; members missing from the response are absent. */
export interface Resolved {
  readonly status: Status
  /** Why it failed. */
  readonly reason?: string | undefined
  /** While the status is `failed`: one that is remembered, or that lacks its vendor list. It grants nothing. */
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

/** Why an IAB rule without its vendor list counts as failed. */
export const noList = "vendor-list"

/** Nothing is known. */
export const unresolved = (status: Status, reason?: string): Resolved => ({ status, reason, rule: null })
