/**
 * Checks authored rules, and reports probable mistakes.
 *
 * @module
 */
import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { normalizeCountry, regionKey } from "../location/Location.js"
import { isPlainObject, toPlainValue } from "../schema/PlainValue.js"
import { type PolicyMatch, PolicyRule } from "./PolicyRule.js"
import { checkRule, type FieldProblem } from "./RuleConstraints.js"
import { dottedPath, schemaIssues } from "../schema/Issues.js"

/** The settings of the check. */
export interface RuleCheckOptions {
  /** Whether IAB support is on, without which an `iab` rule is an error; by default, that is not checked. */
  readonly iabEnabled?: boolean | undefined
}

/** The findings about a list of rules. Errors make the list unusable; warnings do not. */
export interface RuleInspection {
  readonly errors: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

const decodeRule = Schema.decodeUnknownEither(PolicyRule, { errors: "all", onExcessProperty: "error" })

const decodeKnownFields = Schema.decodeUnknownEither(PolicyRule, { errors: "first", onExcessProperty: "ignore" })

/** The shape errors of an item. */
const shapeProblems = ({ issue }: ParseResult.ParseError): ReadonlyArray<FieldProblem> =>
  schemaIssues(issue).map(({ message, path }) => ({ field: dottedPath(path), message }))

/** The readable parts of an authored item. */
interface CheckedItem {
  readonly name: string
  /** Null where a field is missing or has a wrong type. */
  readonly rule: PolicyRule | null
  readonly problems: ReadonlyArray<FieldProblem>
  /** The inputs of checks on the whole list, read even from invalid items. */
  readonly id: string | null
  readonly model: unknown
  readonly match: Readonly<Record<PropertyKey, unknown>>
}

const checkItem = (item: unknown, index: number): CheckedItem => {
  const plain = toPlainValue(item)
  const fields = isPlainObject(plain.value) ? plain.value : {}
  const id = typeof fields["id"] === "string" ? fields["id"].trim() || null : null
  const unreadable =
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? plain.problems.map(({ message, path }) => ({ field: dottedPath(path), message }))
      : [{ field: "", message: "must be a plain object" }]
  // Null replaces unreadable values, whose type errors would only repeat.
  const shape = Either.match(decodeRule(plain.value), { onLeft: shapeProblems, onRight: () => [] }).filter(
    ({ field }) => !unreadable.some((one) => one.field === field),
  )
  const rule = Either.getOrNull(decodeKnownFields(plain.value))
  return {
    name: id === null ? `rule at index ${index}` : `rule '${id}'`,
    rule,
    problems: [...unreadable, ...shape, ...(rule === null ? [] : checkRule(rule))],
    id,
    model: fields["model"],
    match: isPlainObject(fields["match"]) ? fields["match"] : {},
  }
}

const writeProblem = (name: string, { field, message }: FieldProblem): string =>
  field === "" ? `${name}: ${message}` : `${name}: ${field}: ${message}`

const checkTogether = (items: ReadonlyArray<CheckedItem>, settings: RuleCheckOptions): ReadonlyArray<string> => {
  const errors: Array<string> = []
  const seen = new Set<string>()
  for (const { id, model, name } of items) {
    if (id !== null && seen.has(id)) errors.push(`${name}: id: is used by an earlier rule`)
    if (id !== null) seen.add(id)
    if (model === "iab" && settings.iabEnabled !== undefined && settings.iabEnabled !== true)
      errors.push(`${name}: model: 'iab' needs iab.enabled: true`)
  }
  if (items.filter(({ match }) => match["isDefault"] === true).length > 1)
    errors.push("more than one rule has match.isDefault: true")
  if (items.filter(({ match }) => match["fallback"] === true).length > 1)
    errors.push("more than one rule has match.fallback: true")
  return errors
}

type Checked = { readonly rules: ReadonlyArray<PolicyRule>; readonly errors: ReadonlyArray<string> }

const check = (authored: unknown, settings: RuleCheckOptions): Checked => {
  if (!Array.isArray(authored)) return { rules: [], errors: ["policyRules must be an array"] }
  const items = Array.from(authored, checkItem)
  const rules = items.flatMap(({ rule }) => (rule === null ? [] : [rule]))
  const own = items.flatMap(({ name, problems }) => problems.map((problem) => writeProblem(name, problem)))
  return { rules, errors: [...own, ...checkTogether(items, settings)] }
}

/**
 * Checks authored rules without compiling them.
 *
 * @param authored - the value of `manifest.policyRules`, of any shape
 * @returns the rules, or every error found, each naming the rule and the field
 *
 * @example
 * ```ts
 * import { checkRules, policyPresets } from "@consent-service/core/policy"
 * import * as Either from "effect/Either"
 *
 * const rule = policyPresets.japanOptIn()
 * Either.isRight(checkRules([rule])) // true
 * Either.getOrThrow(Either.flip(checkRules([rule, rule]))) // ["rule 'japan_opt_in': id: is used by an earlier rule"]
 * ```
 */
export const checkRules = (
  authored: unknown,
  settings: RuleCheckOptions = {},
): Either.Either<ReadonlyArray<PolicyRule>, ReadonlyArray<string>> => {
  const { errors, rules } = check(authored, settings)
  return errors.length > 0 ? Either.left(errors) : Either.right(rules)
}

const hasMatchers = ({ countries = [], regionFallbacks = [], regions = [] }: PolicyMatch): boolean =>
  countries.length + regions.length + regionFallbacks.length > 0

/** The distinct countries and regions in a rule, normalized. */
const placesOf = ({ countries = [], regions = [] }: PolicyMatch): ReadonlySet<string> =>
  new Set([
    ...countries.flatMap((country) => normalizeCountry(country) ?? []),
    ...regions.map(({ country, region }) => regionKey(country, region)),
  ])

const overlaps = (rules: ReadonlyArray<PolicyRule>): ReadonlyArray<string> => {
  const owners = new Map<string, string>()
  const warnings: Array<string> = []
  for (const { id, match } of rules) {
    for (const place of placesOf(match)) {
      const owner = owners.get(place)
      if (owner === undefined) owners.set(place, id.trim())
      else warnings.push(`rule '${id.trim()}': match: ${place} is named by rule '${owner}' before it, which wins`)
    }
  }
  return warnings
}

const warningsOf = (rules: ReadonlyArray<PolicyRule>): ReadonlyArray<string> => {
  const mixed = rules.filter(({ match }) => match.isDefault === true && hasMatchers(match))
  return [
    ...(rules.some(({ match }) => match.isDefault === true)
      ? []
      : ["no rule has match.isDefault: true: visitors of countries that no rule names have no policy"]),
    ...(rules.some(({ match }) => match.fallback === true)
      ? []
      : ["no rule has match.fallback: true: visitors whose location is unknown get the default rule, or none"]),
    ...mixed.map(({ id }) => `rule '${id.trim()}': match: is the default and names places too`),
    ...overlaps(rules),
  ]
}

/**
 * Inspects authored rules and reports errors and probable mistakes. Never throws.
 *
 * @param authored - the value of `manifest.policyRules`, of any shape
 *
 * @example
 * ```ts
 * import { inspectPolicyRules, policyPresets } from "@consent-service/core/policy"
 *
 * const { errors, warnings } = inspectPolicyRules([policyPresets.worldNone()])
 * errors // []
 * warnings // ["no rule has match.fallback: true: visitors whose location is unknown get the default rule, or none"]
 * ```
 */
export const inspectPolicyRules = (authored: unknown, settings: RuleCheckOptions = {}): RuleInspection => {
  const { errors, rules } = check(authored, settings)
  return { errors, warnings: warningsOf(rules) }
}

/**
 * The error of unusable rules; the message is the first of its `errors`.
 *
 * @example
 * ```ts
 * import { PolicyRulesInvalid, validatePolicyRules } from "@consent-service/core/policy"
 *
 * try {
 *   validatePolicyRules([{ id: "uk" }])
 * } catch (error) {
 *   if (error instanceof PolicyRulesInvalid) console.error(error.errors.join("\n"))
 * }
 * ```
 */
export class PolicyRulesInvalid extends Error {
  override readonly name = "PolicyRulesInvalid"

  /** @param errors - every error found, at least one */
  constructor(readonly errors: ReadonlyArray<string>) {
    super(errors[0])
  }
}

/**
 * Asserts that authored rules are valid, for your own build or test.
 *
 * @throws PolicyRulesInvalid with the first error as its message, and the full list
 *
 * @example
 * ```ts
 * import { validatePolicyRules } from "@consent-service/core/policy"
 * import { readFileSync } from "node:fs"
 *
 * validatePolicyRules(JSON.parse(readFileSync("policy.json", "utf8")))
 * ```
 */
export const validatePolicyRules = (authored: unknown, settings: RuleCheckOptions = {}): void => {
  const { errors } = check(authored, settings)
  if (errors.length > 0) throw new PolicyRulesInvalid(errors)
}
