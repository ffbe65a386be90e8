/** Documents that are vendor lists, with whatever else a publisher may add to them. */
import * as FastCheck from "effect/FastCheck"

/** A JSON object. */
export type Document = Readonly<Record<string, unknown>>

/** The least a vendor can be. */
export const leastVendor = (id: number): Document => ({
  id,
  name: `Vendor ${id}`,
  purposes: [1],
  legIntPurposes: [],
  flexiblePurposes: [],
  specialPurposes: [],
  features: [],
  specialFeatures: [],
  cookieMaxAgeSeconds: null,
  usesCookies: false,
  cookieRefresh: false,
  usesNonCookieAccess: false,
  urls: [],
})

/** The least a list can be. */
export const leastList: Document = {
  gvlSpecificationVersion: 3,
  vendorListVersion: 7,
  tcfPolicyVersion: 5,
  lastUpdated: "2026-11-05T16:00:00Z",
  purposes: { "1": { id: 1, name: "Notes", description: "Notes are kept.", illustrations: [] } },
  specialPurposes: {},
  features: {},
  specialFeatures: {},
  vendors: { "1": leastVendor(1) },
  stacks: {},
}

/** Fields that no specification names yet; never one that would set a prototype. */
const unknownFields: FastCheck.Arbitrary<Document> = FastCheck.dictionary(
  FastCheck.oneof(
    FastCheck.constantFrom("constructor", "toString", "x", "ä", '"', "</script>", "7"),
    FastCheck.string(),
  ).filter((key) => key !== "__proto__" && !(key in leastList) && !(key in leastVendor(1))),
  FastCheck.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes("__proto__")),
  { maxKeys: 4 },
)

const vendor = FastCheck.record({
  id: FastCheck.oneof(FastCheck.integer({ min: 1, max: 30 }), FastCheck.integer({ min: 1, max: 2 ** 40 })),
  name: FastCheck.fullUnicodeString(),
  unknown: unknownFields,
}).map(({ id, name, unknown }) => ({ ...leastVendor(id), ...unknown, id, name }))

/** Lists of up to 20 vendors. */
export const vendorListArbitrary: FastCheck.Arbitrary<Document> = FastCheck.record({
  vendors: FastCheck.array(vendor, { maxLength: 20 }),
  before: unknownFields,
  after: unknownFields,
}).map(({ after, before, vendors }) => ({
  ...before,
  ...leastList,
  vendors: Object.fromEntries(vendors.map((one) => [String(one.id), one])),
  ...after,
}))

/** Ids that meet those of the lists often. */
export const vendorIdsArbitrary: FastCheck.Arbitrary<ReadonlyArray<number>> = FastCheck.uniqueArray(
  FastCheck.integer({ min: 1, max: 30 }),
  { maxLength: 20 },
).map((ids) => ids.sort((left, right) => left - right))
