/**
 * Vendors that a site declares: those offered for vendor-level consent outside the IAB TCF, and those added to an IAB
 * vendor list.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { necessary, optionalCategories } from "../policy/Category.js"
import { VendorId } from "./VendorChoice.js"
import { optional, strict } from "../schema/Member.js"
import { described } from "../schema/Documentation.js"

const Url = Schema.String.pipe(
  Schema.filter((text) => URL.canParse(text), { message: () => "must be an absolute URL" }),
)

const CategoryName = Schema.Literal(necessary, ...optionalCategories)

/** Which categories a vendor depends on: one, or a condition over several. */
export type VendorCategory =
  | typeof CategoryName.Type
  | { readonly and: VendorCategory | ReadonlyArray<VendorCategory> }
  | { readonly or: VendorCategory | ReadonlyArray<VendorCategory> }
  | { readonly not: VendorCategory }

const Operand = Schema.suspend((): Schema.Schema<VendorCategory> => VendorCategory)

const Operands = Schema.Union(Operand, Schema.Array(Operand).pipe(Schema.minItems(1)))

const VendorCategory: Schema.Schema<VendorCategory> = Schema.Union(
  CategoryName,
  Schema.Struct({ and: Operands }).annotations(strict),
  Schema.Struct({ or: Operands }).annotations(strict),
  Schema.Struct({ not: Operand }).annotations(strict),
).annotations({
  identifier: "VendorCategory",
  ...described({
    description: "A category, or a condition over several",
    fields: { and: "All of these", or: "One of these", not: "Not this" },
  }),
})

const vendorFields = {
  name: "The name that visitors know",
  privacyPolicyUrl: "Where its privacy policy is",
  description: "What it does, for visitors",
}

/** A vendor of the site's own, for vendor-level consent outside the IAB TCF. */
export const DeclaredVendor = Schema.Struct({
  id: VendorId,
  name: Schema.String,
  category: VendorCategory,
  privacyPolicyUrl: Url,
  description: optional(Schema.String),
  legalName: optional(Schema.String),
  homepageUrl: optional(Url),
  /** Listed without a toggle. */
  disabled: optional(Schema.Boolean),
}).annotations({
  identifier: "Vendor",
  ...described({
    description: "A vendor that the site declares, for choices about individual vendors",
    fields: {
      ...vendorFields,
      id: "The vendor's id",
      category: "The categories it depends on",
      legalName: "Its name in contracts",
      homepageUrl: "Where it is established",
      disabled: "Listed without a switch",
    },
  }),
})
export type DeclaredVendor = typeof DeclaredVendor.Type

const numbered = (upTo: number) => Schema.Array(Schema.Int.pipe(Schema.between(1, upTo)))

const Positive = Schema.Int.pipe(Schema.positive())

/** A vendor that is not registered with IAB, shown alongside those that are. */
export const CustomVendor = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  privacyPolicyUrl: Url,
  purposes: numbered(11),
  description: optional(Schema.String),
  legIntPurposes: optional(numbered(11)),
  features: optional(numbered(3)),
  specialFeatures: optional(numbered(2)),
  dataCategories: optional(numbered(11)),
  cookieMaxAgeSeconds: optional(Positive),
  usesCookies: optional(Schema.Boolean),
  usesNonCookieAccess: optional(Schema.Boolean),
  dataRetentionDays: optional(Positive),
}).annotations({
  identifier: "CustomVendor",
  ...described({
    description: "A vendor that is not registered with IAB, shown alongside those that are",
    fields: {
      ...vendorFields,
      id: "The vendor's id",
      purposes: "TCF purposes it asks consent for",
      legIntPurposes: "TCF purposes it claims a legitimate interest in",
      features: "TCF features it uses",
      specialFeatures: "TCF special features it asks consent for",
      dataCategories: "TCF categories of data it processes",
      cookieMaxAgeSeconds: "The lifetime of its cookies",
      usesCookies: "Whether it sets cookies",
      usesNonCookieAccess: "Whether it stores anything else",
      dataRetentionDays: "How long it keeps data",
    },
  }),
})
export type CustomVendor = typeof CustomVendor.Type

/** The official address of the IAB Global Vendor List. */
export const officialGvlEndpoint = "https://vendor-list.consensu.org/v3/vendor-list.json"
