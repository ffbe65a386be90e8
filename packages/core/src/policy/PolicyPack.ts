/**
 * A pack: the checked, ordered rules of one manifest, compiled once into the tables that `resolve` reads
 * (policy.md 1.3 and 5.1).
 *
 * @module
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { type Fingerprints, fingerprintsOf } from "./Fingerprint.js"
import { PolicyRule } from "./PolicyRule.js"
import { type ResolvedPolicy, resolvePolicy } from "./ResolvedPolicy.js"
import { checkRule, type FieldProblem } from "./RuleCheck.js"

/** One rule of a pack: its matchers as written, what it amounts to, and the names of that. */
export interface PackEntry {
  readonly match: PolicyRule["match"]
  readonly rule: ResolvedPolicy
  readonly fingerprints: Fingerprints
}

/** A checked pack, in authored order. */
export type PolicyPack = ReadonlyArray<PackEntry>

const decodeRule = Schema.decodeUnknownEither(PolicyRule, { errors: "all", onExcessProperty: "error" })

const isPlainObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> => {
  if (!Predicate.isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const nameOf = (item: unknown, index: number): string =>
  isPlainObject(item) && typeof item["id"] === "string" && item["id"].trim() !== ""
    ? `rule '${item["id"].trim()}'`
    : `rule at index ${index}`

const shapeProblems = (error: ParseResult.ParseError): ReadonlyArray<FieldProblem> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) => ({ field: path.join("."), message }))

type CheckedItem = { readonly rule: PolicyRule | null; readonly errors: ReadonlyArray<string> }

const checkItem = (item: unknown, index: number): CheckedItem => {
  const name = nameOf(item, index)
  if (!isPlainObject(item)) return { rule: null, errors: [`${name}: must be a plain object`] }
  const decoded = decodeRule(item)
  const problems = Either.isLeft(decoded) ? shapeProblems(decoded.left) : checkRule(decoded.right)
  return {
    rule: Either.isRight(decoded) ? decoded.right : null,
    errors: problems.map(({ field, message }) => `${name}: ${field}: ${message}`),
  }
}

const checkPack = (rules: ReadonlyArray<PolicyRule>, iabEnabled: boolean): ReadonlyArray<string> => {
  const errors: Array<string> = []
  const seen = new Set<string>()
  for (const { id, model } of rules) {
    const name = id.trim()
    if (seen.has(name)) errors.push(`rule '${name}': id: is used by an earlier rule`)
    seen.add(name)
    if (model === "iab" && !iabEnabled) errors.push(`rule '${name}': model: 'iab' needs iab.enabled: true`)
  }
  if (rules.filter(({ match }) => match.isDefault === true).length > 1)
    errors.push("more than one rule has match.isDefault: true")
  if (rules.filter(({ match }) => match.fallback === true).length > 1)
    errors.push("more than one rule has match.fallback: true")
  return errors
}

/**
 * Checks authored rules and compiles them.
 *
 * @param authored - the value of `manifest.policyRules`, of any shape
 * @param options - `iabEnabled`: whether the manifest turns IAB support on, without which an `iab` rule is an error
 * @returns the pack, or every error found, each naming the rule and the field
 */
export const compilePack = (
  authored: unknown,
  options: { readonly iabEnabled: boolean },
): Either.Either<PolicyPack, ReadonlyArray<string>> => {
  if (!Array.isArray(authored)) return Either.left(["policyRules must be an array"])
  const items = authored.map(checkItem)
  const rules = items.flatMap(({ rule }) => (rule === null ? [] : [rule]))
  const errors = [...items.flatMap((item) => item.errors), ...checkPack(rules, options.iabEnabled)]
  if (errors.length > 0) return Either.left(errors)
  return Either.right(
    rules.map((authoredRule) => {
      const rule = resolvePolicy(authoredRule)
      return { match: authoredRule.match, rule, fingerprints: fingerprintsOf(rule) }
    }),
  )
}
