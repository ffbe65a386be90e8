/**
 * A pack: the rules of one manifest, checked, resolved and named by their fingerprints, as clients get them.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { checkRules, type RuleSetting } from "./InspectRules.js"
import { Fingerprints, fingerprintsOf } from "./Fingerprint.js"
import { PolicyMatch, type PolicyRule } from "./PolicyRule.js"
import { ResolvedPolicy } from "./ResolvedPolicy.js"
import { resolvePolicy } from "./ResolveRule.js"

/** One rule of a pack: its matchers as written, what it amounts to, and the names of that. No key may be added. */
export const PackEntry = Schema.Struct({
  match: PolicyMatch,
  rule: ResolvedPolicy,
  fingerprints: Fingerprints,
}).annotations({ parseOptions: { onExcessProperty: "error" } })
export type PackEntry = typeof PackEntry.Type

/** A checked pack, in authored order. */
export const PolicyPack = Schema.Array(PackEntry)
export type PolicyPack = typeof PolicyPack.Type

const toEntry = (authored: PolicyRule): PackEntry => {
  const rule = resolvePolicy(authored)
  return { match: authored.match, rule, fingerprints: fingerprintsOf(rule, authored.legacyMaterial) }
}

/**
 * Checks authored rules and compiles them.
 *
 * @param authored - the value of `manifest.policyRules`, of any shape
 * @returns the pack, or every error found, each naming the rule and the field
 */
export const compilePack = (
  authored: unknown,
  setting: RuleSetting = {},
): Either.Either<PolicyPack, ReadonlyArray<string>> =>
  Either.map(checkRules(authored, setting), (rules) => rules.map(toEntry))
