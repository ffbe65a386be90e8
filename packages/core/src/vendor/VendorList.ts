/**
 * The schema of a Global Vendor List. Documents are validated and never rewritten: unknown fields and `standardTexts`
 * reach the browser unchanged.
 *
 * @module
 */
import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { issueLine, schemaIssues } from "../schema/Issues.js"
import { isPlainObject } from "../schema/PlainValue.js"
import { optional } from "../schema/Member.js"

const Id = Schema.Int.pipe(Schema.positive())

const Ids = Schema.Array(Id)

/** Absent or null: lists in the field write both for "nothing to say". */
const maybe = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))

/** Members must be keyed by their own ids, as references use the key or the id. */
const byId = <A extends { readonly id: number }, I>(member: Schema.Schema<A, I>) =>
  Schema.Record({ key: Schema.String, value: member }).pipe(
    Schema.filter((members) => {
      const astray = Object.entries(members).find(([key, { id }]) => key !== String(id))
      return astray === undefined ? undefined : `has the id ${astray[1].id} under another key`
    }),
  )

const named = { id: Id, name: Schema.String, description: Schema.String }

const Purpose = Schema.Struct({
  ...named,
  illustrations: Schema.Array(Schema.String),
  descriptionLegal: maybe(Schema.String),
})

const Stack = Schema.Struct({ ...named, purposes: Ids, specialFeatures: Ids })

const StandardTexts = Schema.Struct({
  features: Schema.String,
  purposes: maybe(Schema.String),
  specialPurposes: maybe(Schema.String),
  specialFeatures: maybe(Schema.String),
})

/** Days of retention, by the purpose's id. */
const Retention = Schema.Record({ key: Schema.String, value: Schema.Number })

/** One vendor of a list, as far as it is known; its other fields are kept too. */
export const ListedVendor = Schema.Struct({
  id: Id,
  name: Schema.String,
  purposes: Ids,
  legIntPurposes: Ids,
  flexiblePurposes: Ids,
  specialPurposes: Ids,
  features: Ids,
  specialFeatures: Ids,
  cookieMaxAgeSeconds: Schema.NullOr(Schema.Number),
  usesCookies: Schema.Boolean,
  cookieRefresh: Schema.Boolean,
  usesNonCookieAccess: Schema.Boolean,
  urls: Schema.Array(
    Schema.Struct({ langId: Schema.String, privacy: maybe(Schema.String), legIntClaim: maybe(Schema.String) }),
  ),
  deviceStorageDisclosureUrl: maybe(Schema.String),
  dataCategories: maybe(Ids),
  dataRetention: maybe(
    Schema.Struct({
      stdRetention: maybe(Schema.Number),
      purposes: maybe(Retention),
      specialPurposes: maybe(Retention),
    }),
  ),
  deletedDate: maybe(Schema.String),
  overflow: maybe(Schema.Struct({ httpGetLimit: Schema.Number })),
}).annotations({ identifier: "ListedVendor" })
export type ListedVendor = typeof ListedVendor.Type

const frame = {
  gvlSpecificationVersion: Schema.Int.pipe(Schema.greaterThanOrEqualTo(3)),
  vendorListVersion: Id,
  tcfPolicyVersion: Id,
  lastUpdated: Schema.String,
  purposes: byId(Purpose),
  specialPurposes: byId(Purpose),
  features: byId(Purpose),
  specialFeatures: byId(Purpose),
  stacks: byId(Stack),
  dataCategories: optional(byId(Schema.Struct(named))),
  standardTexts: optional(StandardTexts),
}

/** A list without its vendors, each of whom is judged by {@link ListedVendor}. */
export const VendorListFrame = Schema.Struct({
  ...frame,
  vendors: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
})

/** A whole list, as far as it is known: what the API's description shows. */
export const VendorList = Schema.Struct({ ...frame, vendors: byId(ListedVendor) }).annotations({
  identifier: "VendorList",
})
export type VendorList = typeof VendorList.Type

/** As many vendors as are taken from one list; the official one has about 1,100. */
export const maxListedVendors = 10_000

/** Ten times what so many vendors of the ordinary kind come to; judging more would keep a server from its requests. */
const maxValues = 1_000_000

const maxDepth = 32

/**
 * Why a parsed document is rejected before any detailed check: nesting too deep to serialize again, more values
 * than any list has, or a key that sets an object's prototype when copied. Null for an acceptable one.
 *
 * @example
 * ```ts
 * import { shapeProblem } from "@consent-service/core/vendor"
 *
 * shapeProblem({ vendors: {} }) // null
 * shapeProblem(JSON.parse('{ "__proto__": {} }')) // "has a key __proto__"
 * ```
 */
export const shapeProblem = (document: unknown): string | null => {
  let values = 0
  const walk = (value: unknown, depth: number): string | null => {
    if (++values > maxValues) return `has more than ${maxValues} values`
    if (typeof value !== "object" || value === null) return null
    if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep`
    if (Array.isArray(value) && value.length > maxListedVendors) return `has a list of ${value.length} members`
    if (Object.hasOwn(value, "__proto__")) return "has a key __proto__"
    for (const inner of Object.values(value)) {
      const problem = walk(inner, depth + 1)
      if (problem !== null) return problem
    }
    return null
  }
  return walk(document, 1)
}

// A hostile value may be megabytes long, and so may what is said about it.
const maxMessage = 200

const firstIssue = (path: ReadonlyArray<PropertyKey>, { issue }: ParseResult.ParseError): string => {
  const [first = { path: [], kind: "invalid" as const, message: "is invalid" }] = schemaIssues(issue)
  return issueLine({ ...first, path: [...path, ...first.path] }).slice(0, maxMessage)
}

const validateFrame = Schema.validateEither(VendorListFrame)

const isCrowded = (value: unknown): boolean => isPlainObject(value) && Object.keys(value).length > maxListedVendors

/** A document that is a list as far as {@link checkFrame} looked, with every field it came with. */
export interface CheckedFrame {
  readonly vendorListVersion: number
  readonly document: Readonly<Record<string, unknown>>
  /** Not judged yet. */
  readonly vendors: Readonly<Record<string, unknown>>
}

/**
 * Checks everything of a vendor list but its vendors.
 *
 * @param document - parsed JSON
 * @returns the document as a list whose vendors are not checked yet, or what is wrong with it
 *
 * @example
 * ```ts
 * import { checkFrame } from "@consent-service/core/vendor"
 * import * as Either from "effect/Either"
 *
 * Either.isLeft(checkFrame({ vendorListVersion: 1 })) // true
 * ```
 */
export const checkFrame = (document: unknown): Either.Either<CheckedFrame, string> => {
  if (!isPlainObject(document)) return Either.left("is not an object")
  const crowded = Object.keys(document).find((key) => isCrowded(document[key]))
  if (crowded !== undefined) return Either.left(`${crowded}: has more than ${maxListedVendors} members`)
  return Either.mapBoth(validateFrame(document), {
    onLeft: (error) => firstIssue([], error),
    onRight: ({ vendorListVersion, vendors }) => ({ vendorListVersion, document, vendors }),
  })
}

const validateVendor = Schema.validateEither(ListedVendor)

/**
 * What is wrong with one vendor of a list, in at most 200 characters of a message and its path; null for a valid one.
 *
 * @param key - the key of the vendor in the list, which must be its id
 *
 * @example
 * ```ts
 * import { vendorProblem } from "@consent-service/core/vendor"
 *
 * vendorProblem("7", { id: 7 }) // "vendors.7.name: is missing"
 * ```
 */
export const vendorProblem = (key: string, vendor: unknown): string | null => {
  const checked = validateVendor(vendor)
  if (Either.isLeft(checked)) return firstIssue(["vendors", key], checked.left)
  return key === String(checked.right.id) ? null : `vendors.${key.slice(0, maxMessage)}: has the id of another`
}
