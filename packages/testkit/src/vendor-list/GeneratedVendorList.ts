/**
 * Vendor lists of any size, with vendors about as large as real ones, to test speed and size.
 *
 * @module
 */
import type { ListedVendor, VendorList } from "@consent-service/core/vendor"
import { listTexts } from "./ListTexts.js"
import { listedVendor, vendorsById } from "./SyntheticVendorList.js"

/** Whole numbers from a seed, the same ones everywhere (a linear congruential generator, modulo 2^32). */
const makeRandom = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const upTo = (most: number): ReadonlyArray<number> => Array.from({ length: most }, (_, index) => index + 1)

const generated = (id: number, random: (below: number) => number): ListedVendor => {
  const some = (most: number, oneIn: number) => upTo(most).filter(() => random(oneIn) === 0)
  const purposes = upTo(11).filter((purpose) => purpose === 1 || random(2) === 0)
  // Purposes 1 and 3 to 6 need consent.
  const legIntPurposes = [2, 7, 8, 9, 10, 11].filter((purpose) => !purposes.includes(purpose))
  const host = `https://vendor-${id}.example`
  const languages = ["en", "de"].slice(0, 1 + random(2))
  return listedVendor(id, `Vendor Number ${id} ${["Ltd", "GmbH", "S.A.", "AB"][random(4)]}`, {
    purposes,
    legIntPurposes,
    flexiblePurposes: legIntPurposes.filter(() => random(3) === 0),
    specialPurposes: some(3, 2),
    features: some(3, 2),
    specialFeatures: some(2, 4),
    cookieMaxAgeSeconds: random(800) * 86_400,
    usesCookies: random(10) > 0,
    cookieRefresh: random(2) === 0,
    usesNonCookieAccess: random(2) === 0,
    urls: languages.map((langId) => ({
      langId,
      privacy: `${host}/${langId}/privacy-policy`,
      legIntClaim: `${host}/${langId}/privacy-policy#legitimate-interest`,
    })),
    deviceStorageDisclosureUrl: `${host}/.well-known/device-storage.json`,
    dataCategories: some(11, 2),
    dataRetention: {
      stdRetention: random(730),
      purposes: Object.fromEntries(purposes.filter(() => random(3) === 0).map((purpose) => [purpose, random(365)])),
      specialPurposes: {},
    },
    ...(random(50) === 0 ? { deletedDate: "2026-01-20T00:00:00Z" } : {}),
  })
}

/** The settings of a generated list. */
export interface GeneratedListOptions {
  /** How many vendors, with the ids from 1; 1,200 by default. */
  readonly vendors?: number
  readonly version?: number
  /** Another seed gives other vendors; the same one gives the same list everywhere. */
  readonly seed?: number
}

/**
 * A list like the real one of 1,200 vendors, about 850 kB of JSON.
 *
 * @example
 * ```ts
 * import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"
 *
 * const list = generateVendorList({ vendors: 100 })
 * Object.keys(list.vendors).length // 100
 * ```
 */
export const generateVendorList = ({
  seed = 1,
  vendors = 1_200,
  version = 500,
}: GeneratedListOptions = {}): VendorList => {
  const random = makeRandom(seed)
  return {
    ...listTexts,
    vendorListVersion: version,
    vendors: vendorsById(upTo(vendors).map((id) => generated(id, random))),
  }
}
