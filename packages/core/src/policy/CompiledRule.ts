/**
 * The rules of one manifest, checked and resolved, with their fingerprints, as clients get them: on the wire, the
 * entries of `policyPacks`.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { checkRules, type RuleCheckOptions } from "./InspectRules.js"
import { Fingerprints, fingerprintsOf } from "./Fingerprint.js"
import { PolicyMatch, type PolicyRule } from "./PolicyRule.js"
import { ResolvedPolicy } from "./ResolvedPolicy.js"
import { resolvePolicy } from "./ResolveRule.js"

/** A checked rule: its matchers as written, the resolved policy, and its fingerprints. No key may be added. */
export const CompiledRule = Schema.Struct({
  match: PolicyMatch,
  rule: ResolvedPolicy,
  fingerprints: Fingerprints,
}).annotations({ parseOptions: { onExcessProperty: "error" } })
export type CompiledRule = typeof CompiledRule.Type

/** Checked rules, in authored order. */
export const CompiledRules = Schema.Array(CompiledRule)
export type CompiledRules = typeof CompiledRules.Type

const compileRule = (authored: PolicyRule): CompiledRule => {
  const rule = resolvePolicy(authored)
  return { match: authored.match, rule, fingerprints: fingerprintsOf(rule, authored.legacyMaterial) }
}

/**
 * Checks authored rules and compiles them: fills in every default, and computes the fingerprints.
 *
 * @param authored - the value of `manifest.policyRules`, of any shape
 * @returns the compiled rules, or every error found, each naming the rule and the field
 *
 * @example
 * ```ts
 * import { compileRules, policyPresets } from "@consent-service/core/policy"
 * import * as Either from "effect/Either"
 *
 * const compiled = Either.getOrThrow(compileRules([policyPresets.europeOptIn()]))
 * compiled.map(({ rule }) => rule.id) // ["europe_opt_in"]
 *
 * const [problem] = Either.getOrThrow(Either.flip(compileRules([{ id: "uk" }])))
 * problem // "rule 'uk': match: is missing"
 * ```
 */
export const compileRules = (
  authored: unknown,
  settings: RuleCheckOptions = {},
): Either.Either<CompiledRules, ReadonlyArray<string>> =>
  Either.map(checkRules(authored, settings), (rules) => rules.map(compileRule))
