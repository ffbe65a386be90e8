/**
 * Records as Kantara Consent Receipts, version 1.1.0.
 *
 * @module
 */
import type { RecordItem } from "../record-list/RecordItem.js"
import { decidedCategories } from "./DecidedCategories.js"
import type { Controller, Disclosure, Processing } from "./Disclosure.js"
import type { ShownNotice } from "./ReadShown.js"

/** A purpose of a receipt. */
export interface KantaraPurpose {
  readonly purpose: string
  readonly purposeCategory: ReadonlyArray<string>
  readonly consentType: "EXPLICIT" | "IMPLICIT"
  readonly piiCategory: ReadonlyArray<string>
  readonly primaryPurpose: boolean
  readonly termination: string
  readonly thirdPartyDisclosure: boolean
  /** Where there is a disclosure: to whom. */
  readonly thirdPartyName?: string
}

/** A Consent Receipt, version 1.1.0, by the names of the specification. */
export interface KantaraReceipt {
  readonly version: "KI-CR-v1.1.0"
  readonly jurisdiction: string
  /** Seconds since 1970. */
  readonly consentTimestamp: number
  readonly collectionMethod: string
  readonly consentReceiptID: string
  readonly language?: string
  readonly piiPrincipalId: string
  readonly piiControllers: ReadonlyArray<{
    readonly piiController: string
    readonly onBehalf: boolean
    readonly contact: string
    readonly address: { readonly streetAddress: string; readonly addressCountry: string }
    readonly email: string
    readonly phone: string
    readonly piiControllerUrl?: string
  }>
  readonly policyUrl: string
  readonly services: ReadonlyArray<{ readonly service: string; readonly purposes: ReadonlyArray<KantaraPurpose> }>
  readonly sensitive: boolean
  readonly spiCat: ReadonlyArray<string>
}

const purposeOf = (
  category: string,
  { dataCategories, purpose, recipients }: Processing,
  { model }: RecordItem,
  { withdrawal }: Controller,
): KantaraPurpose => ({
  purpose,
  purposeCategory: [category],
  consentType: model === "opt-in" ? "EXPLICIT" : "IMPLICIT",
  piiCategory: dataCategories,
  primaryPurpose: false,
  termination: withdrawal,
  thirdPartyDisclosure: recipients.length > 0,
  ...(recipients.length > 0 ? { thirdPartyName: recipients.join(", ") } : {}),
})

const controllerOf = ({ address, contact, country, email, name, phone, url }: Controller) => ({
  piiController: name,
  onBehalf: false,
  contact,
  address: { streetAddress: address, addressCountry: country },
  email,
  phone: phone ?? "",
  ...(url === undefined ? {} : { piiControllerUrl: url }),
})

/**
 * Writes a record as a receipt of what was consented to. The form has no place for a refusal.
 *
 * @returns null for a record that grants nothing of what the controller discloses
 * @example
 * ```ts
 * import { type Disclosure, type RecordItem, kantaraReceipt } from "@consent-service/core/records"
 *
 * const idOf = (item: RecordItem, disclosure: Disclosure): string | null =>
 *   kantaraReceipt(item, null, disclosure)?.consentReceiptID ?? null
 * ```
 */
export const kantaraReceipt = (
  item: RecordItem,
  shown: ShownNotice | null,
  { controller, processing }: Disclosure,
): KantaraReceipt | null => {
  const granted = decidedCategories(item.preferences).flatMap(({ category, isGranted }) => {
    const disclosed = processing[category]
    return isGranted && disclosed !== undefined ? [{ category, disclosed }] : []
  })
  if (granted.length === 0) return null
  const sensitive = Array.from(new Set(granted.flatMap(({ disclosed }) => disclosed.sensitive)))
  const language = shown?.language ?? null
  return {
    version: "KI-CR-v1.1.0",
    jurisdiction: item.country ?? controller.country,
    consentTimestamp: Math.floor(Date.parse(item.givenAt) / 1000),
    collectionMethod: `web: ${item.uiSource ?? item.type}`,
    consentReceiptID: item.id,
    ...(language === null ? {} : { language }),
    piiPrincipalId: item.subjectId,
    piiControllers: [controllerOf(controller)],
    policyUrl: controller.privacyPolicy,
    services: [
      {
        service: item.domain,
        purposes: granted.map(({ category, disclosed }) => purposeOf(category, disclosed, item, controller)),
      },
    ],
    sensitive: sensitive.length > 0,
    spiCat: sensitive,
  }
}
