/**
 * A hand-written Global Vendor List with an example of every feature of lists, shared by the tests of the service
 * and of the browser. No vendor in it exists, and no text is taken from a real list.
 *
 * @module
 */
import type { ListedVendor, VendorList } from "@consent-service/core/vendor"
import { listTexts } from "./ListTexts.js"

/**
 * A vendor with only the given declarations; unknown fields are kept.
 *
 * @example
 * ```ts
 * import { listedVendor } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
 *
 * const vendor = listedVendor(1, "Ads", { purposes: [1, 2] })
 * vendor.purposes // [1, 2]
 * ```
 */
export const listedVendor = (
  id: number,
  name: string,
  facts: Partial<ListedVendor> & Readonly<Record<string, unknown>> = {},
): ListedVendor => ({
  id,
  name,
  purposes: [],
  legIntPurposes: [],
  flexiblePurposes: [],
  specialPurposes: [],
  features: [],
  specialFeatures: [],
  cookieMaxAgeSeconds: null,
  usesCookies: false,
  cookieRefresh: false,
  usesNonCookieAccess: false,
  urls: [{ langId: "en", privacy: `https://vendor-${id}.example/privacy` }],
  dataCategories: [1],
  ...facts,
})

const day = 86_400

/** The examples by vendor. */
export const vendorIds = {
  consentOnly: 1,
  legitimateInterestOnly: 2,
  flexible: 3,
  specialPurposeOnly: 4,
  deleted: 5,
  dataRetention: 6,
  withoutStorage: 7,
  sessionCookies: 8,
  allFeatures: 9,
  severalLanguages: 10,
  overflow: 11,
  disclosure: 12,
  oddName: 13,
  unknownFields: 14,
  everything: 15,
  storageOnly: 28,
  severalFlexible: 131,
  highest: 65_535,
} as const

const vendors: ReadonlyArray<ListedVendor> = [
  listedVendor(1, "Asks First", { purposes: [1, 2, 3, 4], usesCookies: true, cookieMaxAgeSeconds: 395 * day }),
  listedVendor(2, "Claims Interest", {
    legIntPurposes: [2, 7, 8, 9, 10],
    urls: [{ langId: "en", privacy: "https://claims.example/privacy", legIntClaim: "https://claims.example/interest" }],
  }),
  listedVendor(3, "Either Way", { purposes: [1, 4], legIntPurposes: [2, 7, 9], flexiblePurposes: [2, 7] }),
  listedVendor(4, "Guard Only", { specialPurposes: [1, 2] }),
  listedVendor(5, "Gone Since", { purposes: [1, 2], deletedDate: "2026-02-03T00:00:00Z" }),
  listedVendor(6, "Forgets On Time", {
    purposes: [1, 2, 3],
    specialPurposes: [1],
    dataRetention: { stdRetention: 30, purposes: { "2": 90, "3": 365 }, specialPurposes: { "1": 7 } },
  }),
  listedVendor(7, "Keeps Nothing", { purposes: [2, 11], usesCookies: false, cookieMaxAgeSeconds: null }),
  listedVendor(8, "Until You Close", { purposes: [1, 8], usesCookies: true, cookieMaxAgeSeconds: 0 }),
  listedVendor(9, "Every Feature", {
    purposes: [1, 3, 4],
    features: [1, 2, 3],
    specialFeatures: [1, 2],
    usesNonCookieAccess: true,
    dataCategories: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  }),
  listedVendor(10, "Viele Sprachen", {
    purposes: [1, 5, 6],
    urls: [
      {
        langId: "de",
        privacy: "https://sprachen.example/de/datenschutz",
        legIntClaim: "https://sprachen.example/de/i",
      },
      { langId: "en", privacy: "https://sprachen.example/en/privacy" },
      { langId: "fr", privacy: "https://sprachen.example/fr/confidentialite" },
    ],
  }),
  listedVendor(11, "Short Addresses", { purposes: [1, 2], overflow: { httpGetLimit: 32 } }),
  listedVendor(12, "Tells All", {
    purposes: [1],
    usesCookies: true,
    cookieMaxAgeSeconds: day,
    cookieRefresh: true,
    usesNonCookieAccess: true,
    deviceStorageDisclosureUrl: "https://tells.example/.well-known/storage.json",
  }),
  listedVendor(13, 'Ō "Quotes" & </script> \u2028 Söhne 日本 😀', { purposes: [1, 9] }),
  listedVendor(14, "From Tomorrow", {
    purposes: [1],
    futurePurposes: [12, 13],
    assurance: { level: "high", by: ["anything", null, 1.5] },
  }),
  listedVendor(15, "Does Everything", {
    purposes: [1, 3, 4, 5, 6],
    legIntPurposes: [2, 7, 8, 9, 10, 11],
    flexiblePurposes: [2, 7, 8, 9, 10, 11],
    specialPurposes: [1, 2, 3],
    features: [1, 2, 3],
    specialFeatures: [1, 2],
    usesCookies: true,
    cookieMaxAgeSeconds: 730 * day,
    cookieRefresh: true,
    usesNonCookieAccess: true,
    deviceStorageDisclosureUrl: "https://everything.example/storage.json",
    dataCategories: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    dataRetention: { stdRetention: 730, purposes: {}, specialPurposes: {} },
  }),
  listedVendor(28, "Only Notes", { purposes: [1], usesCookies: true, cookieMaxAgeSeconds: 3_600 }),
  listedVendor(131, "May Switch", { purposes: [1, 2, 7, 10], flexiblePurposes: [2, 7, 10], dataRetention: {} }),
  listedVendor(65_535, "Last Of All", { purposes: [1, 2], features: [3] }),
]

/**
 * Vendors under their ids, as lists have them.
 *
 * @example
 * ```ts
 * import { listedVendor, vendorsById } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
 *
 * const vendors = vendorsById([listedVendor(7, "Ads")])
 * Object.keys(vendors) // ["7"]
 * ```
 */
export const vendorsById = (list: ReadonlyArray<ListedVendor>): VendorList["vendors"] =>
  Object.fromEntries(list.map((vendor) => [String(vendor.id), vendor]))

/** The list; frozen nowhere, so copy it before changing it. */
export const syntheticVendorList: VendorList = {
  ...listTexts,
  vendorListVersion: 412,
  vendors: vendorsById(vendors),
}
