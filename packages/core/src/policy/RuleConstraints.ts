/**
 * Constraints between the fields of a rule.
 *
 * @module
 */
import { normalizeRegion } from "../location/Location.js"
import { inCanonicalOrder, isOptionalCategory, necessary, optionalCategories } from "./Category.js"
import { promptsOf } from "./ModelObligations.js"
import type { PolicyRule } from "./PolicyRule.js"
import { daysToMs, scopeOf } from "./ResolveRule.js"

/** A problem of one field, with its dotted path within the rule. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

const problem = (field: string, message: string): FieldProblem => ({ field, message })

const blanks = (field: string, values: ReadonlyArray<string> | undefined): ReadonlyArray<FieldProblem> =>
  (values ?? []).flatMap((value, i) => (value.trim() === "" ? [problem(`${field}.${i}`, "must not be blank")] : []))

const checkMatch = ({ match }: PolicyRule): ReadonlyArray<FieldProblem> => {
  const { countries = [], regionFallbacks = [], regions = [] } = match
  const matchesSomething =
    countries.length + regions.length + regionFallbacks.length > 0 ||
    match.isDefault === true ||
    match.fallback === true
  return [
    ...blanks("match.countries", countries),
    ...blanks("match.regionFallbacks", regionFallbacks),
    ...regions.flatMap(({ country, region }, i) => [
      ...(country.trim() === "" ? [problem(`match.regions.${i}.country`, "must not be blank")] : []),
      ...(normalizeRegion(region) === null ? [problem(`match.regions.${i}.region`, "must not be blank")] : []),
    ]),
    ...(matchesSomething
      ? []
      : [
          problem(
            "match",
            "needs at least one of countries, regions, regionFallbacks, isDefault: true, fallback: true",
          ),
        ]),
  ]
}

const unknownNames = (field: string, names: ReadonlyArray<string>, wildcard: boolean): ReadonlyArray<FieldProblem> =>
  names.flatMap((name, i) =>
    isOptionalCategory(name.trim()) || name.trim() === necessary || (wildcard && name.trim() === "*")
      ? []
      : [problem(`${field}.${i}`, `'${name}' is not a category (${[necessary, ...optionalCategories].join(", ")})`)],
  )

const outsideScope = (rule: PolicyRule, field: string, names: ReadonlyArray<string>): ReadonlyArray<FieldProblem> => {
  const scope = scopeOf(rule.categories)
  return names.flatMap((name, i) => {
    const category = name.trim()
    return isOptionalCategory(category) && !scope.includes(category)
      ? [problem(`${field}.${i}`, `'${category}' is outside the rule's categories`)]
      : []
  })
}

const checkScope = (rule: PolicyRule): ReadonlyArray<FieldProblem> => {
  const partial = scopeOf(rule.categories).length < optionalCategories.length
  return [
    ...unknownNames("categories", rule.categories ?? [], true),
    ...(partial && rule.scopeMode === undefined
      ? [problem("scopeMode", "is required when categories names only some: 'strict' or 'permissive'")]
      : []),
  ]
}

const checkPreselected = (rule: PolicyRule): ReadonlyArray<FieldProblem> => {
  const names = rule.preselectedCategories
  if (names === undefined) return []
  if (rule.model === "iab" || rule.model === "none") {
    return [problem("preselectedCategories", `is not allowed with model '${rule.model}'`)]
  }
  return [...unknownNames("preselectedCategories", names, false), ...outsideScope(rule, "preselectedCategories", names)]
}

const checkExempt = (rule: PolicyRule): ReadonlyArray<FieldProblem> => {
  const names = rule.exemptCategories
  if (names === undefined) return []
  const marketing = names.flatMap((name, i) =>
    name.trim() === "marketing" ? [problem(`exemptCategories.${i}`, "marketing can never be exempt")] : [],
  )
  return [
    ...(rule.model === "opt-in" ? [] : [problem("exemptCategories", "is only allowed with model 'opt-in'")]),
    ...unknownNames("exemptCategories", names, false),
    ...outsideScope(rule, "exemptCategories", names),
    ...marketing,
  ]
}

const checkActions = ({ actions, prompt }: PolicyRule): ReadonlyArray<FieldProblem> => {
  if (actions === undefined) return []
  return [
    ...(prompt === "choice" ? [] : [problem("actions", "is only allowed with prompt 'choice'")]),
    ...(actions.includes("accept") && actions.includes("reject")
      ? []
      : [problem("actions", "must contain both 'accept' and 'reject'")]),
  ]
}

const checkValidity = ({ validity }: PolicyRule): ReadonlyArray<FieldProblem> =>
  (["choiceDays", "noticeDays"] as const).flatMap((field) => {
    const days = validity?.[field]
    return days === undefined || (days > 0 && daysToMs(days) <= Number.MAX_SAFE_INTEGER)
      ? []
      : [problem(`validity.${field}`, "must be a number of days above 0 and within 2^53 - 1 milliseconds")]
  })

const checkGpc = (rule: PolicyRule): ReadonlyArray<FieldProblem> => {
  const names = rule.privacySignals?.gpc?.denyCategories ?? []
  const field = "privacySignals.gpc.denyCategories"
  const known = names.filter(isOptionalCategory)
  return [
    ...names.flatMap((name, i) =>
      isOptionalCategory(name)
        ? []
        : [problem(`${field}.${i}`, `'${name}' is not one of ${optionalCategories.join(", ")}`)],
    ),
    ...outsideScope(rule, field, known),
    ...(inCanonicalOrder(known).length < known.length ? [problem(field, "names a category twice")] : []),
  ]
}

/** All constraint violations of a rule whose fields have the right types; empty for a valid rule. */
export const checkRule = (rule: PolicyRule): ReadonlyArray<FieldProblem> => [
  ...(rule.id.trim() === "" ? [problem("id", "must not be blank")] : []),
  ...checkMatch(rule),
  ...(promptsOf[rule.model].includes(rule.prompt)
    ? []
    : [problem("prompt", `must be ${promptsOf[rule.model].join(" or ")} with model '${rule.model}'`)]),
  ...checkScope(rule),
  ...checkPreselected(rule),
  ...checkExempt(rule),
  ...checkActions(rule),
  ...checkValidity(rule),
  ...checkGpc(rule),
]
