/**
 * Derives the content of the surfaces from the state.
 *
 * @module
 */
import { textDirection } from "@consent-service/core/browser"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { OptionalCategory } from "@consent-service/core/policy"
import type { PageOptions } from "../config/PageOptions.js"
import type { ListedVendor, View } from "../surface/View.js"
import type { Rule } from "./Resolved.js"
import { hasPreferences, isSettled, type judge as Judge, type State } from "./State.js"

const product = "Consent Service"

/** The parts of a view in addition to the state. */
export interface Shown {
  readonly config: PageOptions
  readonly texts: TranslationBundle
  readonly offered: ReadonlyArray<OptionalCategory>
  readonly declared: ReadonlyArray<ListedVendor>
  readonly judge: typeof Judge
}

/** Makes the view of a rule. */
export const viewOf = (state: State, { policy }: Rule, { config, declared, judge, offered, texts }: Shown): View => {
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
    branding: ui.hideBranding === false && branding !== "none" ? product : null,
  }
}
