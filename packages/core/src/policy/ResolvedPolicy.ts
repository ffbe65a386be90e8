/**
 * What a rule amounts to for a visitor: every default filled in, every set in canonical order. This is the `policy`
 * object of the wire; clients reject an unknown key in it (policy.md 2.3).
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { OptionalCategory } from "./OptionalCategory.js"
import { PolicyModel, Prompt, Right, ScopeMode } from "./PolicyRule.js"

const PromptAction = Schema.Literal("accept", "customize", "dismiss", "reject")

const Categories = Schema.Array(OptionalCategory)

/** The `policy` object of a matched resolution. */
export const ResolvedPolicy = Schema.Struct({
  id: Schema.String,
  model: PolicyModel,
  prompt: Prompt,
  scope: Categories,
  scopeMode: ScopeMode,
  preselectedCategories: Categories,
  exemptCategories: Schema.optionalWith(Categories, { exact: true }),
  actions: Schema.Struct({
    allowed: Schema.Array(PromptAction),
    required: Schema.Array(PromptAction),
    equivalent: Schema.Array(Schema.Array(PromptAction)),
  }),
  rights: Schema.Array(Right),
  validity: Schema.Struct({ choiceMs: Schema.Number, noticeMs: Schema.Number }),
  privacySignals: Schema.Struct({ gpc: Schema.Struct({ denyCategories: Categories }) }),
  copyRevision: Schema.NullOr(Schema.String),
  i18n: Schema.optionalWith(
    Schema.Struct({
      language: Schema.optionalWith(Schema.String, { exact: true }),
      messageProfile: Schema.optionalWith(Schema.String, { exact: true }),
    }),
    { exact: true },
  ),
  proof: Schema.Struct({ storeIp: Schema.Boolean, storeUserAgent: Schema.Boolean, storeLanguage: Schema.Boolean }),
}).annotations({ identifier: "ResolvedPolicy" })
export type ResolvedPolicy = typeof ResolvedPolicy.Type
