/**
 * The effect of a change of rules on visitors: which rules, models, prompts or fingerprints change, and whether any
 * visitor gets less protection.
 *
 * @module
 */
import * as Either from "effect/Either"
import { fingerprintsOf } from "../Fingerprint.js"
import { compileRules, type CompiledRules } from "../CompiledRule.js"
import type { PolicyResolution } from "../PolicyResolution.js"
import { compileResolver, type PolicyResolver } from "../MatchRule.js"
import type { ResolvedPolicy } from "../ResolvedPolicy.js"
import { safeFallback } from "../SafeFallback.js"
import { compareProtection, type ProtectionChange } from "./Strictness.js"
import { describePlaces, type Place, placesNamedBy, type VisitorSpace, visitorSpace } from "./VisitorSpace.js"

/** A visitor's policy on one side of the change; where no rule matches, the clients' safe fallback. */
export interface DiffSide {
  readonly status: PolicyResolution["status"]
  readonly rule: string | null
  readonly matchedBy: string | null
  readonly model: string
  readonly prompt: string
}

/** One change, and all visitors it applies to. */
export interface PolicyChange extends ProtectionChange {
  /** As `describePlaces` names them. */
  readonly visitors: ReadonlyArray<string>
  readonly before: DiffSide
  readonly after: DiffSide
  /** The differences: `rule`, `matchedBy`, `model`, `prompt`, `policy fingerprint`, `choice fingerprint`, … */
  readonly changed: ReadonlyArray<string>
  /** Whether earlier choices of these visitors no longer count, so that they are asked again. */
  readonly asksAgain: boolean
}

/** The difference of two lists of rules. */
export interface PolicyDiff {
  /** The errors of either list; nothing is compared then. */
  readonly errors: { readonly before: ReadonlyArray<string>; readonly after: ReadonlyArray<string> }
  readonly rules: { readonly added: ReadonlyArray<string>; readonly removed: ReadonlyArray<string> }
  readonly changes: ReadonlyArray<PolicyChange>
  /** Whether any visitor gets less protection than before. */
  readonly weakened: boolean
}

interface Met {
  readonly side: DiffSide
  readonly policy: ResolvedPolicy
  readonly fingerprints: Readonly<Record<"policy" | "choice" | "notice", string>>
}

const safeFingerprints = fingerprintsOf(safeFallback)

const meet = (resolution: PolicyResolution): Met => {
  const matched = resolution.status === "matched"
  const policy = matched ? resolution.policy : safeFallback
  return {
    side: {
      status: resolution.status,
      rule: matched ? resolution.policyId : null,
      matchedBy: matched ? resolution.matchedBy : null,
      model: policy.model,
      prompt: policy.prompt,
    },
    policy,
    fingerprints: matched ? resolution.fingerprints : safeFingerprints,
  }
}

const changedBetween = (before: Met, after: Met): ReadonlyArray<string> => [
  ...(["status", "rule", "matchedBy", "model", "prompt"] as const).filter(
    (key) => before.side[key] !== after.side[key],
  ),
  ...(["policy", "choice", "notice"] as const)
    .filter((key) => before.fingerprints[key] !== after.fingerprints[key])
    .map((key) => `${key} fingerprint`),
]

const asksAgain = (before: Met, after: Met): boolean => {
  switch (after.policy.prompt) {
    case "choice":
      return before.fingerprints.choice !== after.fingerprints.choice
    case "notice":
      return before.fingerprints.notice !== after.fingerprints.notice
    case "none":
      return false
  }
}

interface Pair {
  readonly before: PolicyResolution
  readonly after: PolicyResolution
  readonly places: Set<Place>
}

/** Groups locations by their pair of resolutions; a resolver returns the identical object for equal results. */
const pairsOf = (space: VisitorSpace, before: PolicyResolver, after: PolicyResolver): ReadonlyArray<Pair> => {
  const pairs = new Map<PolicyResolution, Map<PolicyResolution, Pair>>()
  for (const place of space.flat()) {
    const [left, right] = [before(place), after(place)]
    const byAfter = pairs.get(left) ?? new Map<PolicyResolution, Pair>()
    const pair = byAfter.get(right) ?? { before: left, after: right, places: new Set<Place>() }
    pair.places.add(place)
    pairs.set(left, byAfter.set(right, pair))
  }
  return Array.from(pairs.values()).flatMap((byAfter) => Array.from(byAfter.values()))
}

const toChange = (space: VisitorSpace, pair: Pair): ReadonlyArray<PolicyChange> => {
  const [before, after] = [meet(pair.before), meet(pair.after)]
  const changed = changedBetween(before, after)
  if (changed.length === 0) return []
  return [
    {
      visitors: describePlaces(space, (place) => pair.places.has(place)),
      before: before.side,
      after: after.side,
      changed,
      ...compareProtection(before.policy, after.policy),
      asksAgain: asksAgain(before, after),
    },
  ]
}

const idsIn = (rules: CompiledRules): ReadonlyArray<string> => rules.map(({ rule }) => rule.id)

const compareRules = (before: CompiledRules, after: CompiledRules): PolicyDiff => {
  const space = visitorSpace(placesNamedBy([...before, ...after].map(({ match }) => match)))
  const changes = pairsOf(space, compileResolver(before), compileResolver(after)).flatMap((pair) =>
    toChange(space, pair),
  )
  return {
    errors: { before: [], after: [] },
    rules: {
      added: idsIn(after).filter((id) => !idsIn(before).includes(id)),
      removed: idsIn(before).filter((id) => !idsIn(after).includes(id)),
    },
    changes,
    weakened: changes.some(({ weaker }) => weaker.length > 0),
  }
}

/**
 * Compares two lists of rules over all possible visitors (see `provePolicyRules`).
 *
 * @param before - the rules in force, of any shape
 * @param after - the new rules, of any shape
 *
 * @example
 * ```ts
 * import { policyPresets } from "@consent-service/core/policy"
 * import { diffPolicyRules } from "@consent-service/core/policy/prove"
 *
 * const inForce = policyPresets.japanOptIn()
 * const { changes, weakened } = diffPolicyRules([inForce], [{ ...inForce, model: "opt-out" }])
 * weakened // true
 * changes.flatMap(({ visitors }) => visitors) // ["JP"]
 * ```
 */
export const diffPolicyRules = (before: unknown, after: unknown): PolicyDiff => {
  const compiled = { before: compileRules(before), after: compileRules(after) }
  if (Either.isRight(compiled.before) && Either.isRight(compiled.after)) {
    return compareRules(compiled.before.right, compiled.after.right)
  }
  return {
    errors: {
      before: Either.isLeft(compiled.before) ? compiled.before.left : [],
      after: Either.isLeft(compiled.after) ? compiled.after.left : [],
    },
    rules: { added: [], removed: [] },
    changes: [],
    weakened: false,
  }
}
