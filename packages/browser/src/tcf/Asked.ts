/**
 * The requests of a vendor list, IAB's vendors first and then the site's own, and what a choice permits.
 *
 * @module
 */
import type { CustomVendor, ListedVendor, VendorList } from "@consent-service/core/vendor"
import { type Ids, mayBeLegitimateInterest } from "./TcModel.js"

/** A number of IAB's, or the id of one of the site's own vendors. */
export type VendorId = number | string

/** A vendor of IAB, or one of the site's own in the same form, who never appears in a TC string. */
export type Vendor = Pick<ListedVendor, "name" | "purposes" | "urls"> &
  Partial<Omit<ListedVendor, "id">> & {
    readonly id: VendorId
    readonly description?: string
    readonly dataDeclaration?: ReadonlyArray<number>
  }

/** What vendors and lists declare under the same names. */
export type Kind = "purposes" | "specialPurposes" | "specialFeatures" | "features" | "dataCategories"

/** A purpose, special purpose, feature or special feature as a list describes it. */
export type Described = VendorList["purposes"][string]

/** A set holds what is granted, or, for legitimate interests, what is not objected to. */
export interface TcChoice {
  readonly purposeConsents: Ids
  readonly purposeLegitimateInterests: Ids
  readonly specialFeatures: Ids
  readonly vendorConsents: ReadonlySet<VendorId>
  readonly vendorLegitimateInterests: ReadonlySet<VendorId>
}

/** What is asked. */
export interface Asked {
  readonly list: VendorList
  /** Deleted ones too. */
  readonly known: ReadonlyArray<Vendor>
  /** Who is not deleted; in no order but that the site's own come last. */
  readonly vendors: ReadonlyArray<Vendor>
  /** Everything granted, nothing objected to. */
  readonly all: TcChoice
}

const inListForm = (vendor: CustomVendor): Vendor => ({
  ...vendor,
  urls: [{ langId: "", privacy: vendor.privacyPolicyUrl }],
  dataRetention: { stdRetention: vendor.dataRetentionDays ?? null },
})

/** What a vendor does of a kind; of purposes, those that need consent. */
export const usesOf = (vendor: Vendor, kind: Kind): ReadonlyArray<number> =>
  // What lists call the declaration of data, a site's own vendors have as categories.
  (kind === "dataCategories" && vendor.dataDeclaration) || vendor[kind] || []

/** The purposes a vendor claims a legitimate interest for, as far as TCF allows. */
export const interestsOf = ({ legIntPurposes = [] }: Vendor): ReadonlyArray<number> =>
  legIntPurposes.filter(mayBeLegitimateInterest)

/** Looks a list over; a flexible purpose counts under the vendor's default basis. */
export const askedBy = (list: VendorList, customs: ReadonlyArray<CustomVendor> = []): Asked => {
  const known = [...Object.values(list.vendors), ...customs.map(inListForm)]
  const vendors = known.filter((vendor) => !vendor.deletedDate)
  // Vendors with only special purposes have no bit any more (TCF 2.4).
  const who = (of: typeof interestsOf) => new Set(vendors.filter((vendor) => of(vendor).length > 0).map(({ id }) => id))
  const consentsOf = ({ purposes }: Vendor) => purposes
  return {
    list,
    known,
    vendors,
    all: {
      purposeConsents: new Set(vendors.flatMap(consentsOf)),
      purposeLegitimateInterests: new Set(vendors.flatMap(interestsOf)),
      specialFeatures: new Set(vendors.flatMap((vendor) => usesOf(vendor, "specialFeatures"))),
      vendorConsents: who(consentsOf),
      vendorLegitimateInterests: who(interestsOf),
    },
  }
}

/**
 * What is asked under its standard names for the first layer: stacks that hold nothing unused and nothing of each other,
 * the last of the list first as those are the widest, then the other purposes and special features.
 */
export const firstLayerOf = ({ all, list }: Asked): ReadonlyArray<Omit<Described, "illustrations">> => {
  // Special features count below zero.
  const partsOf = (purposes: Iterable<number>, features: Iterable<number>) => [
    ...purposes,
    ...Array.from(features, (id) => -id),
  ]
  const free = new Set(partsOf([...all.purposeConsents, ...all.purposeLegitimateInterests], all.specialFeatures))
  const stacks = Object.values(list.stacks)
    .reverse()
    .filter(({ purposes, specialFeatures }) => {
      const parts = partsOf(purposes, specialFeatures)
      const fits = parts.length > 0 && parts.every((id) => free.has(id))
      if (fits) for (const id of parts) free.delete(id)
      return fits
    })
  return [
    ...stacks,
    ...Object.values(list.purposes).filter(({ id }) => free.has(id)),
    ...Object.values(list.specialFeatures).filter(({ id }) => free.has(-id)),
  ]
}

/**
 * Whether a choice lets a vendor's code run; null for an unknown one. A vendor that needs consent runs by it and
 * by consent to all of its purposes: it reads from the string which interests were objected to. A vendor that claims
 * interests only runs unless objected to. A vendor that needs nothing runs once anything was granted.
 * Who was deleted from the list never runs.
 *
 * @param name - the decimal number of an IAB vendor, or the id of one of the site's own
 */
export const permitsVendor = (name: string, choice: TcChoice | null, { known }: Asked): boolean | null => {
  const vendor = known.find(({ id }) => String(id) === name)
  if (!vendor) return null
  if (!choice || vendor.deletedDate) return false
  const interests = interestsOf(vendor)
  const { purposeConsents, purposeLegitimateInterests, vendorConsents, vendorLegitimateInterests } = choice
  return vendor.purposes.length > 0
    ? vendorConsents.has(vendor.id) && vendor.purposes.every((id) => purposeConsents.has(id))
    : interests.length > 0
      ? vendorLegitimateInterests.has(vendor.id) && interests.every((id) => purposeLegitimateInterests.has(id))
      : purposeConsents.size + purposeLegitimateInterests.size > 0
}
