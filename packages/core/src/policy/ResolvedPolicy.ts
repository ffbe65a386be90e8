/**
 * A rule resolved for visitors: every default filled in, every set in canonical order. This is the `policy`
 * object of the wire; clients reject an unknown key in it.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { OptionalCategory } from "./OptionalCategory.js"
import { PolicyModel, Prompt, Right, ScopeMode } from "./PolicyRule.js"
import { described } from "../schema/Documentation.js"

const PromptAction = Schema.Literal("accept", "customize", "dismiss", "reject")

const Categories = Schema.Array(OptionalCategory)

const category = "Categories, each at most once"

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
}).annotations({
  identifier: "ResolvedPolicy",
  ...described({
    description: "A rule with every default filled in",
    fields: {
      id: "The rule's name",
      model: "The consent model",
      prompt: "What the visitor is shown",
      scope: "The categories that the policy offers",
      scopeMode: "`strict`: a grant outside the scope is refused. `permissive`: it is kept",
      preselectedCategories: `${category}: those enabled before the visitor acts`,
      exemptCategories: `${category}: those that need no consent here`,
      actions: "What the visitor can do at the prompt",
      allowed: "All available actions",
      required: "Required actions",
      equivalent: "Groups of actions that must be equally easy",
      rights: "What the site must offer the visitor",
      validity: "How long an answer is valid",
      choiceMs: "Of a choice, in milliseconds",
      noticeMs: "Of a notice that was seen, in milliseconds",
      privacySignals: "The effect of browser signals",
      gpc: "What Global Privacy Control does",
      denyCategories: `${category}: those it denies`,
      copyRevision: "The revision of the wording; null where it has none",
      i18n: "Which texts are shown, where the rule says so",
      language: "Their language, whatever the visitor reads",
      messageProfile: "Their message profile",
      proof: "What a record keeps as proof",
      storeIp: "The visitor's address, masked as configured",
      storeUserAgent: "The name of the visitor's browser",
      storeLanguage: "The language that the visitor was shown",
    },
  }),
})
export type ResolvedPolicy = typeof ResolvedPolicy.Type
