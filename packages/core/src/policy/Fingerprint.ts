/**
 * Fingerprints: the names a policy's meaning goes by in receipts, tokens and records. Two rules that bind a visitor
 * alike have one fingerprint, however they were written (policy.md 2.5, contract decision 29).
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { canonicalJson, compareRootCollation } from "../digest/CanonicalJson.js"
import { sha256Hex } from "../digest/Sha256.js"
import type { ResolvedPolicy } from "./ResolvedPolicy.js"

/** The three fingerprints of a resolved policy, each 64 lower-case hex digits. */
export const Fingerprints = Schema.Struct({
  policy: Schema.String,
  choice: Schema.String,
  notice: Schema.String,
}).annotations({ identifier: "PolicyFingerprints" })
export type Fingerprints = typeof Fingerprints.Type

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

/** Computes the fingerprints of a resolved policy. `id`, `match`, `i18n` and `review` never change them. */
export const fingerprintsOf = (policy: ResolvedPolicy): Fingerprints => {
  const common = shared(policy)
  const { choiceMs, noticeMs } = policy.validity
  const asked = { ...common, requiredActions: set(policy.actions.required) }
  return {
    policy: sha256Hex(
      canonicalJson({
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
      }),
    ),
    choice: sha256Hex(canonicalJson({ ...asked, domain: "choice", validityMs: choiceMs })),
    notice: sha256Hex(canonicalJson({ ...asked, domain: "notice", validityMs: noticeMs })),
  }
}
