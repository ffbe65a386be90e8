/**
 * Helpers to write rules and to combine lists of them. They check nothing: rules are
 * checked when the service is built.
 *
 * @module
 */
import type { PolicyMatch, PolicyRule } from "./PolicyRule.js"

/** A rule whose matchers may be among its other fields instead of in `match`. */
export type FlatPolicyRule = Omit<PolicyRule, "match"> & PolicyMatch & { readonly match?: PolicyMatch }

const geography = ["countries", "regions", "regionFallbacks", "isDefault", "fallback"] as const

const matchersOf = (input: PolicyMatch): PolicyMatch =>
  Object.fromEntries(geography.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])))

const create = (input: FlatPolicyRule): PolicyRule => {
  const { countries: _, fallback: __, isDefault: ___, match, regionFallbacks: ____, regions: _____, ...fields } = input
  return { ...fields, match: { ...match, ...matchersOf(input) } }
}

const createPack = (inputs: ReadonlyArray<FlatPolicyRule>): ReadonlyArray<PolicyRule> => inputs.map(create)

/**
 * Builds rules from flat ones.
 *
 * @example
 * ```ts
 * import { policyBuilder } from "@consent-service/core/policy"
 *
 * policyBuilder.create({ id: "uk", countries: ["GB"], model: "opt-in", prompt: "choice" })
 * // { id: "uk", model: "opt-in", prompt: "choice", match: { countries: ["GB"] } }
 * ```
 */
export const policyBuilder = {
  /** Moves `countries`, `regions`, `regionFallbacks`, `isDefault` and `fallback` into `match`; keeps all other fields. */
  create,
  /** `create` for a list, in order. */
  createPack,
  /**
   * `createPack` with a default: where no rule of the list is one, `byDefault` is appended as the default, without
   * its locations.
   */
  createPackWithDefault: (
    inputs: ReadonlyArray<FlatPolicyRule>,
    byDefault: FlatPolicyRule,
  ): ReadonlyArray<PolicyRule> => {
    const pack = createPack(inputs)
    return pack.some(({ match }) => match.isDefault === true)
      ? pack
      : [...pack, { ...create(byDefault), match: { isDefault: true } }]
  },
}

/** The key of a rule. A rule without a valid id is its own key, so that the check can name it. */
const nameOf = (rule: PolicyRule): unknown => (typeof rule.id === "string" ? rule.id.trim() : rule)

/**
 * Concatenates lists of rules; of rules with the same id (compared trimmed) the first is kept.
 *
 * @example
 * ```ts
 * import { composeRules, policyPresets, recommendedPolicyRules } from "@consent-service/core/policy"
 *
 * const policyRules = composeRules([policyPresets.turkeyOptIn()], recommendedPolicyRules())
 * ```
 */
export const composeRules = (...lists: ReadonlyArray<ReadonlyArray<PolicyRule>>): ReadonlyArray<PolicyRule> => {
  const byName = new Map<unknown, PolicyRule>()
  for (const rule of lists.flat()) if (!byName.has(nameOf(rule))) byName.set(nameOf(rule), rule)
  return Array.from(byName.values())
}
