/**
 * The requests of a vendor list, IAB's vendors first and then the site's own, and the permissions of a choice.
 *
 * @module
 */
import type { CustomVendor, ListedVendor, VendorList } from "@consent-service/core/vendor"
import { type Ids, mayBeLegitimateInterest } from "./TcModel.js"

/** The number of an IAB vendor, or the id of one of the site's own vendors. */
export type VendorId = number | string

/** An IAB vendor, or one of the site's own in the same form, which never appears in a TC string. */
export type Vendor = Pick<ListedVendor, "name" | "purposes" | "urls"> &
  Partial<Omit<ListedVendor, "id">> & {
    readonly id: VendorId
    readonly description?: string
    readonly dataDeclaration?: ReadonlyArray<number>
  }

/** The declarations that vendors and lists have under the same names. */
export type Kind = "purposes" | "specialPurposes" | "specialFeatures" | "features" | "dataCategories"

/** A purpose, special purpose, feature or special feature, as described in a list. */
export type Described = VendorList["purposes"][string]

/** A set contains grants or, for legitimate interests, those without an objection. */
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
  /** The vendors that are not deleted, unordered except that the site's own come last. */
  readonly vendors: ReadonlyArray<Vendor>
  /** Everything granted, nothing objected to. */
  readonly all: TcChoice
}

const inListForm = (vendor: CustomVendor): Vendor => ({
  ...vendor,
  urls: [{ langId: "", privacy: vendor.privacyPolicyUrl }],
  dataRetention: { stdRetention: vendor.dataRetentionDays ?? null },
})

/** A vendor's declarations of a kind; for purposes, those that need consent. */
export const usesOf = (vendor: Vendor, kind: Kind): ReadonlyArray<number> =>
  // Lists call these data declarations; a site's own vendors have categories instead.
  (kind === "dataCategories" && vendor.dataDeclaration) || vendor[kind] || []

/** The purposes with a claimed legitimate interest, as far as TCF allows. */
export const interestsOf = ({ legIntPurposes = [] }: Vendor): ReadonlyArray<number> =>
  legIntPurposes.filter(mayBeLegitimateInterest)

/** Analyzes a list; a flexible purpose counts under the vendor's default basis. */
export const askedBy = (list: VendorList, customs: ReadonlyArray<CustomVendor> = []): Asked => {
  const known = [...Object.values(list.vendors), ...customs.map(inListForm)]
  const vendors = known.filter((vendor) => !vendor.deletedDate)
  // Vendors with only special purposes have no bit since TCF 2.4.
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
 * The requests on the first layer under their standard names: stacks without unused or overlapping content,
 * the last of the list first as those are the widest, then the other purposes and special features.
 */
export const firstLayerOf = ({ all, list }: Asked): ReadonlyArray<Omit<Described, "illustrations">> => {
  // Special features are negative numbers.
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
 * Whether a choice lets a vendor's code run; null for an unknown vendor. A vendor that needs consent runs with it and
 * with consent to all of its purposes; it reads objections from the TC string. A vendor that claims only
 * interests runs unless there is an objection. A vendor that needs nothing runs once anything was granted.
 * Vendors that were deleted from the list never run.
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
