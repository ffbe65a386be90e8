/**
 * Resolves a rule for visitors: fills in every default, with every set in canonical order.
 *
 * @module
 */
import { inCanonicalOrder, isOptionalCategory, type OptionalCategory, optionalCategories } from "./Category.js"
import { requiredRights } from "./ModelObligations.js"
import type { ChoiceAction, PolicyRule, Prompt } from "./PolicyRule.js"
import type { ResolvedPolicy } from "./ResolvedPolicy.js"

type PromptAction = ResolvedPolicy["actions"]["allowed"][number]

const dayMs = 86_400_000
const defaultDays = 365

/**
 * Milliseconds in a number of days, fractions included.
 *
 * @example
 * ```ts
 * import { daysToMs } from "@consent-service/core/policy"
 *
 * daysToMs(1.5) // 129_600_000
 * ```
 */
export const daysToMs = (days: number): number => days * dayMs

const sorted = <A extends string>(values: Iterable<A>): ReadonlyArray<A> => Array.from(new Set(values)).sort()

const trimmed = (categories: ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  (categories ?? []).map((category) => category.trim())

/**
 * The optional categories a rule's list names, in canonical order: `*`, an empty list, or `necessary` alone mean all
 * of them.
 *
 * @example
 * ```ts
 * import { scopeOf } from "@consent-service/core/policy"
 *
 * scopeOf(["necessary", "measurement"]) // ["measurement"]
 * scopeOf(["*"]) // ["experience", "functionality", "marketing", "measurement"]
 * ```
 */
export const scopeOf = (categories: ReadonlyArray<string> | undefined): ReadonlyArray<OptionalCategory> => {
  const names = trimmed(categories)
  const named = names.filter(isOptionalCategory)
  return names.includes("*") || named.length === 0 ? optionalCategories : inCanonicalOrder(named)
}

const actionsOf = (prompt: Prompt, configured: ReadonlyArray<ChoiceAction> | undefined): ResolvedPolicy["actions"] => {
  switch (prompt) {
    case "choice":
      return {
        allowed: sorted<PromptAction>([...(configured ?? ["accept", "customize", "reject"]), "accept", "reject"]),
        required: ["accept", "reject"],
        equivalent: [["accept", "reject"]],
      }
    case "notice":
      return { allowed: ["dismiss"], required: ["dismiss"], equivalent: [] }
    case "none":
      return { allowed: [], required: [], equivalent: [] }
  }
}

const i18nOf = (i18n: PolicyRule["i18n"]): Pick<ResolvedPolicy, "i18n"> => {
  const language = i18n?.language ? { language: i18n.language } : {}
  const messageProfile = i18n?.messageProfile ? { messageProfile: i18n.messageProfile } : {}
  const merged = { ...language, ...messageProfile }
  return Object.keys(merged).length === 0 ? {} : { i18n: merged }
}

/**
 * Resolves a checked rule (one for which `checkRule` found nothing).
 *
 * @returns the `policy` object of `/init`
 *
 * @example
 * ```ts
 * import { policyPresets, resolvePolicy } from "@consent-service/core/policy"
 *
 * const policy = resolvePolicy(policyPresets.europeOptIn())
 * policy.actions.required // ["accept", "reject"]
 * policy.validity.choiceMs // 31_536_000_000
 * ```
 */
export const resolvePolicy = (rule: PolicyRule): ResolvedPolicy => {
  const exempt = inCanonicalOrder(trimmed(rule.exemptCategories).filter(isOptionalCategory))
  const preselected = trimmed(rule.preselectedCategories).filter(isOptionalCategory)
  return {
    id: rule.id.trim(),
    model: rule.model,
    prompt: rule.prompt,
    scope: scopeOf(rule.categories),
    scopeMode: rule.scopeMode ?? "permissive",
    preselectedCategories: inCanonicalOrder([...preselected, ...exempt]),
    ...(exempt.length > 0 ? { exemptCategories: exempt } : {}),
    actions: actionsOf(rule.prompt, rule.actions),
    rights: sorted([...requiredRights[rule.model], ...(rule.rights ?? [])]),
    validity: {
      choiceMs: daysToMs(rule.validity?.choiceDays ?? defaultDays),
      noticeMs: daysToMs(rule.validity?.noticeDays ?? defaultDays),
    },
    privacySignals: {
      gpc: {
        denyCategories: inCanonicalOrder((rule.privacySignals?.gpc?.denyCategories ?? []).filter(isOptionalCategory)),
      },
    },
    copyRevision: rule.copyRevision?.trim() || null,
    ...i18nOf(rule.i18n),
    proof: {
      storeIp: rule.proof?.storeIp ?? false,
      storeUserAgent: rule.proof?.storeUserAgent ?? false,
      storeLanguage: rule.proof?.storeLanguage ?? false,
    },
  }
}
