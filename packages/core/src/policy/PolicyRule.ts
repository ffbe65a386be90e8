/**
 * A policy rule as an integrator writes it. `RuleConstraints`
 * checks its consistency, and `ResolveRule` resolves it for visitors.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { isPlainObject } from "../schema/PlainValue.js"
import type { Json } from "../digest/CanonicalJson.js"

/** How consent works: asked first, assumed until refused, IAB TCF, or not needed. */
export const PolicyModel = Schema.Literal("opt-in", "opt-out", "iab", "none")
export type PolicyModel = typeof PolicyModel.Type

/** The prompt of a visitor: a banner with a choice, a notice, or none. */
export const Prompt = Schema.Literal("choice", "notice", "none")
export type Prompt = typeof Prompt.Type

/** Whether a category outside the rule's scope may be granted (`permissive`) or not (`strict`). */
export const ScopeMode = Schema.Literal("strict", "permissive")
export type ScopeMode = typeof ScopeMode.Type

/** A deciding button of the banner. */
export const ChoiceAction = Schema.Literal("accept", "reject", "customize")
export type ChoiceAction = typeof ChoiceAction.Type

/** A right that the site must offer to visitors. */
export const Right = Schema.Literal("disclosure", "preferences", "opt-out")
export type Right = typeof Right.Type

const Strings = Schema.Array(Schema.String)

/** A part of a country: `{ country: "US", region: "CA" }`; the region may also be written `US-CA`. */
export const RegionMatch = Schema.Struct({ country: Schema.String, region: Schema.String })
export type RegionMatch = typeof RegionMatch.Type

/** Which visitors a rule is for. */
export const PolicyMatch = Schema.Struct({
  /** ISO 3166-1 alpha-2 codes. */
  countries: Schema.optional(Strings),
  regions: Schema.optional(Schema.Array(RegionMatch)),
  /** Countries whose visitors match when their region is not known. */
  regionFallbacks: Schema.optional(Strings),
  /** Every visitor whose country is known and that no other rule matches. */
  isDefault: Schema.optional(Schema.Boolean),
  /** Every visitor whose location is not known precisely enough. */
  fallback: Schema.optional(Schema.Boolean),
})
export interface PolicyMatch extends Schema.Schema.Type<typeof PolicyMatch> {}

const Validity = Schema.Struct({
  choiceDays: Schema.optional(Schema.Number),
  noticeDays: Schema.optional(Schema.Number),
})

const Proof = Schema.Struct({
  storeIp: Schema.optional(Schema.Boolean),
  storeUserAgent: Schema.optional(Schema.Boolean),
  storeLanguage: Schema.optional(Schema.Boolean),
})

const Review = Schema.Struct({
  status: Schema.Literal("pending", "reviewed"),
  reviewedOn: Schema.optional(Schema.String),
  reviewBy: Schema.optional(Schema.String),
  sources: Schema.optional(Strings),
  assumptions: Schema.optional(Strings),
})

const isJson = (value: unknown): value is Json => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return true
  if (typeof value === "number") return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return (
    isPlainObject(value) &&
    Reflect.ownKeys(value).every((key) => typeof key === "string" && (value[key] === undefined || isJson(value[key])))
  )
}

const JsonValue = Schema.declare(isJson).annotations({ message: () => "must be a JSON value" })

/** The terms of older receipts, so that they stay valid while the rule's meaning is unchanged. */
const LegacyMaterial = Schema.Struct({
  /** The older metadata, in its hashed form. */
  input: Schema.Record({ key: Schema.String, value: Schema.UndefinedOr(JsonValue) }),
  /** The policy fingerprint for which the metadata is valid. */
  policyFingerprint: Schema.String,
})

/** One rule of `manifest.policyRules`. */
export const PolicyRule = Schema.Struct({
  id: Schema.String,
  match: PolicyMatch,
  model: PolicyModel,
  prompt: Prompt,
  categories: Schema.optional(Strings),
  scopeMode: Schema.optional(ScopeMode),
  preselectedCategories: Schema.optional(Strings),
  exemptCategories: Schema.optional(Strings),
  actions: Schema.optional(Schema.Array(ChoiceAction)),
  rights: Schema.optional(Schema.Array(Right)),
  validity: Schema.optional(Validity),
  privacySignals: Schema.optional(Schema.Struct({ gpc: Schema.optional(Schema.Struct({ denyCategories: Strings })) })),
  copyRevision: Schema.optional(Schema.String),
  i18n: Schema.optional(
    Schema.Struct({ language: Schema.optional(Schema.String), messageProfile: Schema.optional(Schema.String) }),
  ),
  proof: Schema.optional(Proof),
  review: Schema.optional(Review),
  legacyMaterial: Schema.optional(LegacyMaterial),
})
export interface PolicyRule extends Schema.Schema.Type<typeof PolicyRule> {}
