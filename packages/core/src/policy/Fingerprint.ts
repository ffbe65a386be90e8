/**
 * Fingerprints: hashes that identify a policy's meaning in receipts, tokens and records. Two rules with the same effect on visitors
 * have the same fingerprint. `docs/policies.md` lists what each fingerprint covers; exempt categories, if any,
 * are part of all of them.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { canonicalJson, compareRootCollation, type Json } from "../digest/CanonicalJson.js"
import { sha256Hex } from "../digest/Sha256.js"
import type { PolicyRule } from "./PolicyRule.js"
import type { ResolvedPolicy } from "./ResolvedPolicy.js"
import { described } from "../schema/Documentation.js"

/** The fingerprints of a resolved policy, each 64 lower-case hex digits. */
export const Fingerprints = Schema.Struct({
  policy: Schema.String,
  choice: Schema.String,
  notice: Schema.String,
  /** The rule's fingerprint in older receipts, or why they are no longer valid; only for a rule with `legacyMaterial`. */
  legacyMaterial: Schema.optionalWith(Schema.String, { exact: true }),
}).annotations({
  identifier: "PolicyFingerprints",
  ...described({
    description: "SHA-256 hashes of a policy's meaning, for three purposes",
    fields: {
      policy: "Of all of it",
      choice: "Covers everything a choice depends on",
      notice: "Covers everything a notice depends on",
      legacyMaterial: "As older clients computed it",
    },
  }),
})
export type Fingerprints = typeof Fingerprints.Type

type LegacyMaterial = NonNullable<PolicyRule["legacyMaterial"]>

const set = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...values].sort(compareRootCollation)

const groups = (values: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<ReadonlyArray<string>> =>
  values.map(set).sort((a, b) => compareRootCollation(canonicalJson(a), canonicalJson(b)))

const shared = (policy: ResolvedPolicy) => ({
  version: 1,
  model: policy.model,
  prompt: policy.prompt,
  scope: set(policy.scope),
  scopeMode: policy.scopeMode,
  rights: set(policy.rights),
  privacySignals: { gpc: { denyCategories: set(policy.privacySignals.gpc.denyCategories) } },
  copyRevision: policy.copyRevision,
  exemptCategories: policy.exemptCategories === undefined ? undefined : set(policy.exemptCategories),
})

const nameOf = (content: Json): string => sha256Hex(canonicalJson(content))

/** The older fingerprint is valid while the rule's meaning is unchanged since it was frozen. */
const legacyName = ({ input, policyFingerprint }: LegacyMaterial, policy: string): string =>
  policyFingerprint === policy ? nameOf(input) : `policy-changed:${policy}`

/**
 * Computes the fingerprints of a resolved policy. `id`, `match`, `i18n` and `review` never change them.
 *
 * @param legacy - the rule's `legacyMaterial`, which adds a fingerprint
 *
 * @example
 * ```ts
 * import { fingerprintsOf, policyPresets, resolvePolicy } from "@consent-service/core/policy"
 *
 * const europe = policyPresets.europeOptIn()
 * const renamed = { ...europe, id: "shop_europe" }
 * fingerprintsOf(resolvePolicy(europe)).policy === fingerprintsOf(resolvePolicy(renamed)).policy // true
 * ```
 */
export const fingerprintsOf = (policy: ResolvedPolicy, legacy?: LegacyMaterial | undefined): Fingerprints => {
  const common = shared(policy)
  const { choiceMs, noticeMs } = policy.validity
  const asked = { ...common, requiredActions: set(policy.actions.required) }
  const policyName = nameOf({
    ...common,
    domain: "policy",
    preselectedCategories: set(policy.preselectedCategories),
    actions: {
      allowed: set(policy.actions.allowed),
      required: set(policy.actions.required),
      equivalent: groups(policy.actions.equivalent),
    },
    validity: { choiceMs, noticeMs },
    proof: policy.proof,
  })
  return {
    policy: policyName,
    choice: nameOf({ ...asked, domain: "choice", validityMs: choiceMs }),
    notice: nameOf({ ...asked, domain: "notice", validityMs: noticeMs }),
    ...(legacy === undefined ? {} : { legacyMaterial: legacyName(legacy, policyName) }),
  }
}
