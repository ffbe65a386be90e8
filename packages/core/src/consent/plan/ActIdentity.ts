/**
 * The identity of an act, and the content that a retry must repeat: see "Retries" in `docs/reference/consents.md`.
 *
 * @module
 */
import { canonicalJson, type Json } from "../../digest/CanonicalJson.js"
import { sha256Hex, sha256Text } from "../../digest/Sha256.js"
import { timedId } from "../../digest/Base58.js"
import type { VendorChoice } from "../../vendor/VendorChoice.js"
import type { Choice } from "../record/Receipt.js"

/** The parts of an act's identity. */
export interface ActIdentity {
  /** The instance's tenant; null in the single-tenant scope. */
  readonly tenant: string | null
  readonly subjectId: string
  readonly type: string
  readonly domain: string
  /** Epoch milliseconds. */
  readonly givenAt: number
  /** The version row of the legal document, for acts that reference one. */
  readonly documentId: string | null
}

/**
 * The id of an act's record: `cns_` and base58 of its time and of 96 bits of its identity's SHA-256. Equal acts have
 * equal ids, in every process.
 *
 * @example
 * ```ts
 * import { consentId } from "@consent-service/core/consent"
 *
 * const act = { tenant: null, subjectId: "sub_1", type: "cookie_banner", domain: "shop.example", documentId: null }
 * consentId({ ...act, givenAt: 1_767_225_600_000 }) // "cns_11…"
 * ```
 */
export const consentId = (act: ActIdentity): string => {
  const identity = JSON.stringify([
    act.tenant,
    act.subjectId,
    act.type,
    act.domain,
    new Date(act.givenAt).toISOString(),
    act.documentId,
  ])
  return timedId("cns", act.givenAt, sha256Text(identity).subarray(0, 12))
}

/** The content a retry must repeat. */
export interface ActContent {
  readonly preferences: Readonly<Record<string, boolean>> | null
  readonly choice: Choice | null
  readonly vendorChoice: VendorChoice | null
}

/**
 * The digest of an act's content, 64 hex digits: equal for equal content in any order.
 *
 * @example
 * ```ts
 * import { contentDigest } from "@consent-service/core/consent"
 *
 * const digest = contentDigest({ preferences: { marketing: false }, choice: null, vendorChoice: null })
 * digest.length // 64
 * ```
 */
export const contentDigest = ({ choice, preferences, vendorChoice }: ActContent): string => {
  const content: Json = {
    preferences,
    choice: choice === null ? null : { version: choice.version, categories: { ...choice.categories } },
    vendorChoice: vendorChoice === null ? null : { ...vendorChoice },
  }
  return sha256Hex(canonicalJson(content))
}
