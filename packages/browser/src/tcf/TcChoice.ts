/**
 * A visitor's choice, decided or not, about every request: surfaces edit it, and a TC model
 * is made from.
 *
 * @module
 */
import { type Asked, interestsOf, type TcChoice, type VendorId } from "./Asked.js"
import type { IabDraft } from "./IabTerms.js"
import type { TcModel } from "./TcModel.js"

/** A choice in progress. */
export interface OpenChoice extends TcChoice {
  readonly purposeConsents: Set<number>
  readonly purposeLegitimateInterests: Set<number>
  readonly specialFeatures: Set<number>
  readonly vendorConsents: Set<VendorId>
  readonly vendorLegitimateInterests: Set<VendorId>
}

/** The source of a choice: another one, a draft, or the content of a TC string; missing parts are refused. */
export type ChoiceSource = Partial<Pick<IabDraft, "customVendorConsents" | "customVendorLegitimateInterests">> & {
  readonly [Key in keyof TcChoice]?: TcChoice[Key] extends ReadonlySet<infer Id> ? Iterable<Id> : never
}

const within = <Id>(all: ReadonlySet<Id>, ids: Iterable<Id> = [], more: Iterable<Id> = []): Set<Id> =>
  new Set([...ids, ...more].filter((id) => all.has(id)))

/** Limits a choice to the requests: what was not shown cannot be granted. */
export const choiceOf = (source: ChoiceSource, { all }: Asked): OpenChoice => ({
  purposeConsents: within(all.purposeConsents, source.purposeConsents),
  purposeLegitimateInterests: within(all.purposeLegitimateInterests, source.purposeLegitimateInterests),
  specialFeatures: within(all.specialFeatures, source.specialFeatures),
  vendorConsents: within(all.vendorConsents, source.vendorConsents, source.customVendorConsents),
  vendorLegitimateInterests: within(
    all.vendorLegitimateInterests,
    source.vendorLegitimateInterests,
    source.customVendorLegitimateInterests,
  ),
})

/** The choice when a surface opens for the first time (`cmpuishown`): no consent, and no objection either. */
export const initialChoice = (asked: Asked): OpenChoice => {
  const { purposeLegitimateInterests, vendorLegitimateInterests } = asked.all
  return choiceOf({ purposeLegitimateInterests, vendorLegitimateInterests }, asked)
}

const isListed = (id: VendorId): id is number => typeof id === "number"

const isCustom = (id: VendorId): id is string => !isListed(id)

/** A choice as plain data, with the site's own vendors separate. */
export const draftOf = (choice: TcChoice): IabDraft => ({
  purposeConsents: [...choice.purposeConsents],
  purposeLegitimateInterests: [...choice.purposeLegitimateInterests],
  specialFeatures: [...choice.specialFeatures],
  vendorConsents: [...choice.vendorConsents].filter(isListed),
  vendorLegitimateInterests: [...choice.vendorLegitimateInterests].filter(isListed),
  customVendorConsents: [...choice.vendorConsents].filter(isCustom),
  customVendorLegitimateInterests: [...choice.vendorLegitimateInterests].filter(isCustom),
})

/** The circumstances of a choice. */
export interface TcCircumstances {
  readonly cmpId: number
  /** A number of 12 bits, as {@link TcModel.cmpVersion}. */
  readonly cmpVersion: number
  /** The language of the surface, as a tag (`de-AT`); other values count as English. */
  readonly language: string
  /** The publisher's country; other values count as unknown (`AA`). */
  readonly publisherCountryCode: string
  /** Milliseconds. */
  readonly now: number
  /** Which surface was used, 0 to 63. */
  readonly screen: number
}

const day = 86_400_000

const twoLetters = (text: string, otherwise: string): string =>
  /^[a-z]{2}(?![a-z])/i.exec(text)?.[0].toUpperCase() ?? otherwise

/**
 * The TC model of a choice. Every vendor of the list counts as disclosed. A vendor has no legitimate interest where the
 * visitor objected to every purpose that the vendor claims one for.
 */
export const toTcModel = (choice: TcChoice, { list, vendors }: Asked, circumstances: TcCircumstances): TcModel => {
  const { cmpId, cmpVersion, language, now, publisherCountryCode, screen } = circumstances
  const today = Math.floor(now / day) * day
  return {
    ...choice,
    created: today,
    lastUpdated: today,
    cmpId,
    cmpVersion,
    consentScreen: screen,
    consentLanguage: twoLetters(language, "EN"),
    vendorListVersion: list.vendorListVersion,
    policyVersion: list.tcfPolicyVersion,
    useNonStandardTexts: false,
    purposeOneTreatment: false,
    publisherCountryCode: twoLetters(publisherCountryCode, "AA"),
    vendorConsents: new Set([...choice.vendorConsents].filter(isListed)),
    vendorLegitimateInterests: new Set(
      vendors
        .filter(
          (vendor) =>
            choice.vendorLegitimateInterests.has(vendor.id) &&
            interestsOf(vendor).some((id) => choice.purposeLegitimateInterests.has(id)),
        )
        .map(({ id }) => id)
        .filter(isListed),
    ),
    publisherRestrictions: [],
    disclosedVendors: new Set(vendors.map(({ id }) => id).filter(isListed)),
  }
}
