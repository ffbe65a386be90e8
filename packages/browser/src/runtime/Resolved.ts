/**
 * The result of a policy's resolution, by the service or in the page.
 *
 * @module
 */
import type { CustomVendor, DeclaredVendor, VendorList } from "@consent-service/core/vendor"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { Fingerprints, ResolvedPolicy } from "@consent-service/core/policy"
import type { PageJourney, SavePayload } from "../wire/Wire.js"

/** The status of the resolution. Only `matched` grants anything optional. */
export type Status = "idle" | "resolving" | "matched" | "no-match" | "unconfigured" | "failed"

/** The rule that applies. */
export interface Rule {
  readonly policy: ResolvedPolicy
  readonly fingerprints: Fingerprints
}

/** The complete result of a resolution; members missing from the response are absent. */
export interface Resolved {
  readonly status: Status
  /** Why it failed. */
  readonly reason?: string | undefined
  /** While the status is `failed`: a remembered rule, or one that lacks its vendor list. It grants nothing. */
  readonly rule: Rule | null
  /** The assertion of a save: the token, or else the inputs. */
  readonly proof?: Partial<SavePayload> | undefined
  readonly journey?: PageJourney | undefined
  readonly country?: string | null
  /** The served texts, and their language. */
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
