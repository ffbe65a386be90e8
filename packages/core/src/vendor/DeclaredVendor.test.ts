import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { optionalCategories } from "../policy/Category.js"
import { CustomVendor, DeclaredVendor, type VendorCategory } from "./DeclaredVendor.js"

const strictly = { onExcessProperty: "error" } as const
const isVendor = (value: unknown): boolean =>
  Either.isRight(Schema.decodeUnknownEither(DeclaredVendor, strictly)(value))
const isCustom = (value: unknown): boolean => Either.isRight(Schema.decodeUnknownEither(CustomVendor, strictly)(value))

const vendor = { id: "chat", name: "Chat", category: "functionality", privacyPolicyUrl: "https://chat.example/privacy" }
const custom = { id: "Shop Ads", name: "Shop Ads", privacyPolicyUrl: "https://ads.example", purposes: [1, 11] }

describe("a declared vendor", () => {
  it.each<[string, object]>([
    ["the required fields alone", {}],
    ["every field", { description: "d", legalName: "Chat Ltd", homepageUrl: "https://chat.example", disabled: true }],
    ["an id of 64 characters", { id: `a${"-".repeat(63)}` }],
    ["the category necessary", { category: "necessary" }],
    ["a condition over several categories", { category: { and: ["marketing", { not: "experience" }] } }],
    ["a condition over one", { category: { or: "marketing" } }],
    ["conditions within conditions", { category: { or: [{ and: [{ or: ["marketing"] }] }, "measurement"] } }],
  ])("%s", (_, change) => {
    assert.isTrue(isVendor({ ...vendor, ...change }))
  })

  it.each<[string, object]>([
    ["an id of 65 characters", { id: "a".repeat(65) }],
    ["an id in capitals", { id: "Chat" }],
    ["an id that starts with a dot", { id: ".chat" }],
    ["no name", { name: undefined }],
    ["an unknown category", { category: "ads" }],
    ["an empty condition", { category: { and: [] } }],
    ["a condition of two kinds", { category: { and: "marketing", or: "measurement" } }],
    ["an empty `not`", { category: { not: [] } }],
    ["no privacy policy", { privacyPolicyUrl: undefined }],
    ["a privacy policy that is not a URL", { privacyPolicyUrl: "chat.example/privacy" }],
    ["a home page that is not a URL", { homepageUrl: "chat" }],
    ["`disabled` that is no flag", { disabled: "yes" }],
    ["an unknown field", { vendorUrl: "https://chat.example" }],
  ])("not %s", (_, change) => {
    assert.isFalse(isVendor({ ...vendor, ...change }))
  })

  it("any condition built from categories is one, and comes back as it was", () => {
    const name = FastCheck.constantFrom("necessary" as const, ...optionalCategories)
    const condition = FastCheck.letrec<{ category: VendorCategory }>((tie) => {
      const operands = FastCheck.oneof(
        tie("category"),
        FastCheck.array(tie("category"), { minLength: 1, maxLength: 3 }),
      )
      return {
        category: FastCheck.oneof(
          { depthSize: "small" },
          name,
          operands.map((and) => ({ and })),
          operands.map((or) => ({ or })),
          tie("category").map((not) => ({ not })),
        ),
      }
    }).category
    FastCheck.assert(
      FastCheck.property(condition, (category) => {
        const decoded = Schema.decodeUnknownSync(DeclaredVendor, strictly)({ ...vendor, category })
        assert.deepStrictEqual(decoded.category, category)
      }),
    )
  })
})

describe("a custom vendor next to the IAB's", () => {
  it.each<[string, object]>([
    ["the required fields alone", {}],
    [
      "every field at its bounds",
      {
        description: "d",
        purposes: [],
        legIntPurposes: [1, 11],
        features: [1, 3],
        specialFeatures: [1, 2],
        dataCategories: [1, 11],
        cookieMaxAgeSeconds: 1,
        usesCookies: false,
        usesNonCookieAccess: true,
        dataRetentionDays: 1,
      },
    ],
  ])("%s", (_, change) => {
    assert.isTrue(isCustom({ ...custom, ...change }))
  })

  it.each<[string, object]>([
    ["no purposes", { purposes: undefined }],
    ["purpose 0", { purposes: [0] }],
    ["purpose 12", { purposes: [12] }],
    ["half a purpose", { purposes: [1.5] }],
    ["legitimate-interest purpose 12", { legIntPurposes: [12] }],
    ["feature 4", { features: [4] }],
    ["special feature 3", { specialFeatures: [3] }],
    ["data category 12", { dataCategories: [12] }],
    ["cookies of no age", { cookieMaxAgeSeconds: 0 }],
    ["no days of retention", { dataRetentionDays: 0 }],
    ["a privacy policy that is not a URL", { privacyPolicyUrl: "ads" }],
    ["an id that is a number", { id: 7 }],
    ["an unknown field", { flexiblePurposes: [1] }],
  ])("not %s", (_, change) => {
    assert.isFalse(isCustom({ ...custom, ...change }))
  })
})
