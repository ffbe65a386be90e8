/**
 * Proves statements by exhaustion: the space of visitors that rules can distinguish is finite, so a statement that holds for each of
 * them holds.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { inspectPolicyRules, type RuleInspection, type RuleCheckOptions } from "../InspectRules.js"
import { compileRules, type CompiledRules } from "../CompiledRule.js"
import type { PolicyResolution } from "../PolicyResolution.js"
import { compileResolver, failed, type PolicyResolver, policyOf, ruleIdOf } from "../MatchRule.js"
import { type Finding, findingsOf } from "./RuleFindings.js"
import { safeFallback } from "../SafeFallback.js"
import { parseStatement, type Statement, type VisitorCase, type VisitorOutcome } from "./Statement.js"
import { describePlaces, placesNamedBy, type VisitorSpace, visitorSpace } from "./VisitorSpace.js"

/** The policy of visitors who refute a statement. */
export interface CounterExample {
  readonly visitors: ReadonlyArray<string>
  /** With GPC or without; null where it makes no difference. */
  readonly gpc: boolean | null
  /** With IAB support or without; null where it makes no difference. */
  readonly iab: boolean | null
  readonly status: PolicyResolution["status"]
  readonly rule: string | null
  readonly matchedBy: string | null
  /** From the matched policy, or from the clients' safe fallback where none matched. */
  readonly model: string
  readonly prompt: string
}

/** The verdict on a statement. */
export interface StatementResult {
  readonly statement: string
  /** `vacuous`: it matches no visitor; `unreadable`: it could not be parsed, see `problem`. */
  readonly verdict: "holds" | "refuted" | "vacuous" | "unreadable"
  /** How many visitors it covers. */
  readonly visitors: number
  /** Every counterexample, grouped by the visitors' policy. */
  readonly counterExamples: ReadonlyArray<CounterExample>
  readonly problem: string | null
}

/** The findings of trying all visitors. */
export interface PolicyProof extends RuleInspection {
  /** True without errors and findings, when every statement holds. */
  readonly proven: boolean
  /** How many visitors were tried. */
  readonly visitors: number
  readonly findings: ReadonlyArray<Finding>
  readonly statements: ReadonlyArray<StatementResult>
}

/** The rules with IAB support on or off. */
interface World {
  readonly iab: boolean
  readonly resolve: PolicyResolver
  readonly policies: VisitorOutcome["policies"]
  readonly errors: ReadonlyArray<string>
}

const invalid = failed("invalid-configuration")

const worldOf = (rules: unknown, iab: boolean): World =>
  Either.match(compileRules(rules, { iabEnabled: iab }), {
    onLeft: (errors): World => ({ iab, resolve: () => invalid, policies: [safeFallback], errors }),
    onRight: (pack): World => ({
      iab,
      resolve: compileResolver(pack),
      policies: pack.map(({ rule }) => rule),
      errors: [],
    }),
  })

interface Tried extends VisitorCase {
  readonly outcome: VisitorOutcome
}

const tryEveryone = (space: VisitorSpace, worlds: ReadonlyArray<World>): ReadonlyArray<Tried> =>
  worlds.flatMap(({ iab, policies, resolve }) =>
    space.flat().flatMap((place) => {
      const resolution = resolve(place)
      const outcome = { resolution, policies, policy: policyOf(resolution) ?? safeFallback }
      return [true, false].map((gpc) => ({ place, gpc, iab, outcome }))
    }),
  )

const outcomeOf = ({ outcome: { policy, resolution } }: Tried): Omit<CounterExample, "visitors" | "gpc" | "iab"> => ({
  status: resolution.status,
  rule: ruleIdOf(resolution),
  matchedBy: resolution.status === "matched" ? resolution.matchedBy : null,
  model: policy.model,
  prompt: policy.prompt,
})

const groupBy = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const item of items) {
    const name = key(item)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [item])
    else group.push(item)
  }
  return Array.from(groups.values())
}

/** Counterexamples that differ only in one signal do not depend on it. */
const mergeSignal = (signal: "gpc" | "iab", found: ReadonlyArray<CounterExample>): ReadonlyArray<CounterExample> =>
  groupBy(found, (one) => JSON.stringify({ ...one, [signal]: null })).flatMap((alike) =>
    alike.slice(0, 1).map((one) => (alike.length > 1 ? { ...one, [signal]: null } : one)),
  )

const toCounterExamples = (space: VisitorSpace, against: ReadonlyArray<Tried>): ReadonlyArray<CounterExample> => {
  const alike = groupBy(against, (tried) => JSON.stringify([outcomeOf(tried), tried.gpc, tried.iab]))
  const found = alike.flatMap((group) => {
    const places = new Set(group.map(({ place }) => place))
    const visitors = describePlaces(space, (place) => places.has(place))
    return group.slice(0, 1).map((one) => ({ visitors, gpc: one.gpc, iab: one.iab, ...outcomeOf(one) }))
  })
  return mergeSignal("iab", mergeSignal("gpc", found))
}

const tryStatement = (space: VisitorSpace, everyone: ReadonlyArray<Tried>, statement: Statement): StatementResult => {
  const selected = everyone.filter(statement.selects)
  const against = selected.filter((tried) => !statement.claims(tried.outcome, tried))
  return {
    statement: statement.text,
    verdict: selected.length === 0 ? "vacuous" : against.length > 0 ? "refuted" : "holds",
    visitors: selected.length,
    counterExamples: toCounterExamples(space, against),
    problem: null,
  }
}

const unreadable = (statement: string, problem: string): StatementResult => ({
  statement,
  verdict: "unreadable",
  visitors: 0,
  counterExamples: [],
  problem,
})

const invalidWorlds = (worlds: ReadonlyArray<World>): ReadonlyArray<Finding> =>
  worlds
    .filter(({ errors }) => errors.length > 0)
    .map(({ errors, iab }) => ({
      kind: "invalid",
      rule: null,
      visitors: ["everyone"],
      message: `${iab ? "" : "without IAB support "}the rules cannot be used: ${errors.join("; ")}`,
    }))

const spaceFor = (pack: CompiledRules, statements: ReadonlyArray<Statement>): VisitorSpace => {
  const named = placesNamedBy(pack.map(({ match }) => match))
  return visitorSpace({
    countries: named.countries,
    regions: [...named.regions, ...statements.flatMap(({ regions }) => regions)],
  })
}

/**
 * Tries rules on all possible visitors: each country of ISO 3166, with its region unknown, in each region that a
 * rule or statement names and in another one; an unknown location; with and without GPC; and, where `setting` does not
 * say which, with and without IAB support.
 *
 * @param rules - the value of `manifest.policyRules`, of any shape
 * @param statements - the statements to prove, in the language of `Statement`
 *
 * @example
 * ```ts
 * import { recommendedPolicyRules } from "@consent-service/core/policy"
 * import { provePolicyRules } from "@consent-service/core/policy/prove"
 *
 * const proof = provePolicyRules(recommendedPolicyRules(), ["EU => model is opt-in", "JP => model is opt-in"])
 * proof.statements.map(({ verdict }) => verdict) // ["holds", "refuted"]
 * ```
 */
export const provePolicyRules = (
  rules: unknown,
  statements: ReadonlyArray<string> = [],
  settings: RuleCheckOptions = {},
): PolicyProof => {
  const inspection = inspectPolicyRules(rules, settings)
  const pack = compileRules(rules)
  const parsed = statements.map((text) => ({ text, statement: parseStatement(text) }))
  const readable = parsed.flatMap(({ statement }) => Option.toArray(Either.getRight(statement)))
  const space = spaceFor(
    Either.getOrElse(pack, () => []),
    readable,
  )
  const worlds = [true, false]
    .filter((iab) => settings.iabEnabled === undefined || settings.iabEnabled === iab)
    .map((iab) => worldOf(rules, iab))
  const everyone = tryEveryone(space, worlds)
  const findings = [...invalidWorlds(worlds), ...(Either.isRight(pack) ? findingsOf(pack.right, space) : [])]
  const results = parsed.map(({ statement, text }) =>
    Either.match(statement, {
      onLeft: (problem) => unreadable(text, problem),
      onRight: (readableStatement) => tryStatement(space, everyone, readableStatement),
    }),
  )
  return {
    ...inspection,
    proven: findings.length === 0 && results.every(({ verdict }) => verdict === "holds"),
    visitors: everyone.length,
    findings,
    statements: results,
  }
}
