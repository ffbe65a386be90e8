/**
 * Derives the content of the surfaces from the state.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { textDirection } from "@consent-service/core/browser"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { OptionalCategory } from "@consent-service/core/policy"
import type { PageOptions } from "../config/PageOptions.js"
import type { View } from "../surface/View.js"
import type { Rule } from "./Resolved.js"
import { hasPreferences, isSettled, judge, type State } from "./State.js"

const product = "Consent Service"

/** The parts of a view in addition to the state. */
export interface Shown {
  readonly config: PageOptions
  readonly texts: TranslationBundle
  readonly offered: ReadonlyArray<OptionalCategory>
  readonly declared: ReadonlyArray<DeclaredVendor>
}

/** Makes the view of a rule. */
export const viewOf = (state: State, { policy }: Rule, { config, declared, offered, texts }: Shown): View => {
  const { arm, evaluation, records, resolved, surface } = state
  const { branding, language = "en" } = resolved
  const ui = config.ui || {}
  const known = isSettled(state)
  // What a remembered rule would permit can be withdrawn.
  const { permissions } = known
    ? evaluation
    : judge({ ...state, resolved: { ...resolved, status: "matched" } }, offered, Date.now(), undefined)
  return {
    surface,
    prompt: policy.prompt === "notice" ? "notice" : "choice",
    preferences: hasPreferences(state),
    policy,
    categories: offered.map((category) => ({
      category,
      on: permissions[category] || (!records.categories[category] && policy.preselectedCategories.includes(category)),
    })),
    vendors: declared.map((vendor) => ({ vendor, on: !records.vendors?.denied.includes(vendor.id) })),
    texts,
    note: known ? undefined : texts.common.unavailable,
    language,
    direction: textDirection(language),
    links: config.legalLinks ?? {},
    ui: arm === null || ui.banner === false ? ui : { ...ui, banner: { ...ui.banner, ...arm.banner } },
    branding: ui.hideBranding || branding === "none" ? null : product,
  }
}
