/**
 * Finds probable mistakes in valid rules, by trying every visitor.
 *
 * @module
 */
import { normalizeCountry, normalizeRegion, regionKey } from "../../location/Location.js"
import type { CompiledRule, CompiledRules } from "../CompiledRule.js"
import type { PolicyResolution } from "../PolicyResolution.js"
import { compileResolver, type PolicyResolver, ruleIdOf } from "../MatchRule.js"
import { countryHint, isKnownCountry } from "./KnownCountry.js"
import { describePlaces, otherRegion, type Place, placesNamedBy, type VisitorSpace } from "./VisitorSpace.js"

/** A probable mistake in the rules. */
export interface Finding {
  /**
   * `invalid`: the rules cannot be used, at least not without IAB support; `unreachable`: no visitor gets the rule;
   * `shadowed`: something the rule names goes to another rule; `unknown-country`: it names a country that does not
   * exist; `uncovered`: visitors get no rule.
   */
  readonly kind: "invalid" | "unreachable" | "shadowed" | "unknown-country" | "uncovered"
  /** The rule's id; null when it concerns all rules. */
  readonly rule: string | null
  /** The affected visitors, as `describePlaces` names them. */
  readonly visitors: ReadonlyArray<string>
  readonly message: string
}

/** A matcher of a rule, and the location at which it must match. */
interface Matcher {
  readonly name: string
  readonly witness: (places: ReadonlyArray<Place>) => Place | undefined
}

const matchersOf = ({ match }: CompiledRule): ReadonlyArray<Matcher> => [
  ...(match.regions ?? []).map(
    ({ country, region }): Matcher => ({
      name: regionKey(country, region),
      witness: (places) =>
        places.find((place) => place.country === normalizeCountry(country) && place.region === normalizeRegion(region)),
    }),
  ),
  ...(match.countries ?? []).map(
    (country): Matcher => ({
      name: normalizeCountry(country) ?? "",
      witness: (places) =>
        places.find((place) => place.country === normalizeCountry(country) && place.region === otherRegion),
    }),
  ),
  ...(match.regionFallbacks ?? []).map(
    (country): Matcher => ({
      name: `${normalizeCountry(country)}-?`,
      witness: (places) => places.find((place) => place.country === normalizeCountry(country) && place.region === null),
    }),
  ),
]

const shadows = (
  entry: CompiledRule,
  places: ReadonlyArray<Place>,
  resolve: PolicyResolver,
): ReadonlyArray<Finding> => {
  const id = entry.rule.id
  const lost = matchersOf(entry).flatMap(({ name, witness }) => {
    const place = witness(places)
    const winner = place === undefined ? null : ruleIdOf(resolve(place))
    return winner === null || winner === id ? [] : [{ name, winner }]
  })
  const winners = Array.from(new Set(lost.map(({ winner }) => winner)))
  return winners.map((winner) => {
    const visitors = Array.from(new Set(lost.filter((one) => one.winner === winner).map(({ name }) => name)))
    const message = `rule '${id}' names ${visitors.join(", ")}, which rule '${winner}' gets`
    return { kind: "shadowed", rule: id, visitors, message }
  })
}

const unusedDefault = (entry: CompiledRule, resolved: ReadonlyArray<PolicyResolution>): ReadonlyArray<Finding> => {
  const { id } = entry.rule
  const used = resolved.some(
    (resolution) => resolution.status === "matched" && resolution.policyId === id && resolution.matchedBy === "default",
  )
  return entry.match.isDefault !== true || used
    ? []
    : [
        {
          kind: "shadowed",
          rule: id,
          visitors: [],
          message: `rule '${id}' is the default, and every country is named by another rule`,
        },
      ]
}

const unknownCountries = (entry: CompiledRule): ReadonlyArray<Finding> =>
  Array.from(new Set(placesNamedBy([entry.match]).countries))
    .filter((country) => !isKnownCountry(country))
    .map((country) => ({
      kind: "unknown-country",
      rule: entry.rule.id,
      visitors: [country],
      message: `rule '${entry.rule.id}' names ${country}, which is not an ISO 3166 country${countryHint(country)}`,
    }))

const findingsOfRule = (
  entry: CompiledRule,
  places: ReadonlyArray<Place>,
  resolve: PolicyResolver,
): ReadonlyArray<Finding> => {
  const { id } = entry.rule
  const real = places.filter(({ country }) => country === null || isKnownCountry(country))
  const resolved = real.map(resolve)
  const reached = resolved.some((resolution) => ruleIdOf(resolution) === id)
  return [
    ...unknownCountries(entry),
    ...(reached
      ? []
      : [{ kind: "unreachable", rule: id, visitors: [], message: `no visitor gets rule '${id}'` } as const]),
    ...shadows(entry, places, resolve),
    ...unusedDefault(entry, resolved),
  ]
}

const uncovered = (space: VisitorSpace, resolve: PolicyResolver): ReadonlyArray<Finding> =>
  (["no-match", "insufficient-inputs"] as const).flatMap((reason): ReadonlyArray<Finding> => {
    const visitors = describePlaces(space, (place) => {
      const resolution = resolve(place)
      return resolution.status === reason || (resolution.status === "failed" && resolution.reason === reason)
    })
    const message =
      reason === "no-match"
        ? "no rule is for these visitors, and no rule is the default"
        : "no rule can be decided on for these visitors, and no rule is the fallback"
    return visitors.length === 0 ? [] : [{ kind: "uncovered", rule: null, visitors, message }]
  })

/**
 * The findings about compiled rules: a rule without visitors, a location that another rule gets, visitors without
 * a rule. `provePolicyRules` calls it with the whole space of visitors.
 *
 * @param pack - checked and compiled rules
 * @param space - the places to try, by country; must distinguish all places that the rules name
 *
 * @example
 * ```ts
 * import { compileRules, policyPresets } from "@consent-service/core/policy"
 * import { findingsOf } from "@consent-service/core/policy/prove"
 * import * as Either from "effect/Either"
 *
 * const pack = Either.getOrThrow(compileRules([policyPresets.japanOptIn()]))
 * const japan = [{ country: "JP", region: null }, { country: "JP", region: "(OTHER)" }]
 * const [finding] = findingsOf(pack, [[{ country: null, region: null }], japan])
 * finding?.message // "no rule can be decided on for these visitors, and no rule is the fallback"
 * ```
 */
export const findingsOf = (pack: CompiledRules, space: VisitorSpace): ReadonlyArray<Finding> => {
  const resolve = compileResolver(pack)
  return [...pack.flatMap((entry) => findingsOfRule(entry, space.flat(), resolve)), ...uncovered(space, resolve)]
}
