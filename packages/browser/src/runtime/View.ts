/**
 * What the surfaces are to show, from the state (browser.md 1.8, 1.11).
 *
 * @module
 */
import type { OptionalCategory } from "@consent-service/core/policy/Category"
import type { TranslationBundle } from "@consent-service/core/translation/Bundle"
import { textDirection } from "@consent-service/core/translation/Direction"
import type { DeclaredVendor } from "@consent-service/core/vendor/DeclaredVendor"
import type { Config } from "../page/Config.js"
import type { View } from "../surface/View.js"
import type { Rule } from "./Resolved.js"
import { hasPreferences, type State } from "./State.js"

const product = "Consent Service"

/** What a view shows beside the state. */
export interface Shown {
  readonly config: Config
  readonly texts: TranslationBundle
  readonly offered: ReadonlyArray<OptionalCategory>
  readonly declared: ReadonlyArray<DeclaredVendor>
}

/** Draws up the view under a rule. */
export const viewOf = (state: State, { policy }: Rule, { config, declared, offered, texts }: Shown): View => {
  const { arm, evaluation, records, resolved, surface } = state
  const { branding, language = "en" } = resolved
  const ui = config.ui || {}
  return {
    surface,
    prompt: policy.prompt === "notice" ? "notice" : "choice",
    preferences: hasPreferences(state),
    policy,
    categories: offered.map((category) => ({
      category,
      on:
        evaluation.permissions[category] ||
        (!records.categories[category] && policy.preselectedCategories.includes(category)),
    })),
    vendors: declared.map((vendor) => ({ vendor, on: !records.vendors?.denied.includes(vendor.id) })),
    texts,
    language,
    direction: textDirection(language),
    links: config.legalLinks ?? {},
    ui: arm === null || ui.banner === false ? ui : { ...ui, banner: { ...ui.banner, ...arm.banner } },
    branding: ui.hideBranding || branding === "none" ? null : product,
  }
}
