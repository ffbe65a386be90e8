/**
 * Compares the protection of two policies, for `provePolicyRules` and `diffPolicyRules`.
 *
 * @module
 */
import type { PolicyModel, Prompt } from "../PolicyRule.js"
import type { ResolvedPolicy } from "../ResolvedPolicy.js"

const modelRank: Readonly<Record<PolicyModel, number>> = { none: 0, "opt-out": 1, "opt-in": 2, iab: 2 }

const promptRank: Readonly<Record<Prompt, number>> = { none: 0, notice: 1, choice: 2 }

/** Compares how strict two models are: below zero when `a` is weaker than `b`. Opt-in and IAB are equally strict. */
export const compareModels = (a: PolicyModel, b: PolicyModel): number => modelRank[a] - modelRank[b]

/** Compares how much two prompts ask: below zero when `a` asks less than `b`. */
export const comparePrompts = (a: Prompt, b: Prompt): number => promptRank[a] - promptRank[b]

/** Compares two policies by model and then by prompt: below zero when `a` is weaker than `b`. */
export const compareStrictness = (a: ResolvedPolicy, b: ResolvedPolicy): number =>
  compareModels(a.model, b.model) || comparePrompts(a.prompt, b.prompt)

/** How a change of policy protects a visitor less or more; both are empty when protection is unchanged. */
export interface ProtectionChange {
  readonly weaker: ReadonlyArray<string>
  readonly stricter: ReadonlyArray<string>
}

/** One difference: negative is weaker, positive is stricter. */
type Difference = readonly [direction: number, text: string]

const added = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> =>
  after.filter((item) => !before.includes(item))

/** The additions and removals of a list that protects more when it is shorter (`-1`) or longer (`1`). */
const listChange = (
  longer: 1 | -1,
  [joined, left]: readonly [string, string],
  before: ReadonlyArray<string> = [],
  after: ReadonlyArray<string> = [],
): ReadonlyArray<Difference> => {
  const [more, less] = [added(before, after), added(after, before)]
  return [
    ...(more.length > 0 ? [[longer, `${joined} ${more.join(", ")}`] as const] : []),
    ...(less.length > 0 ? [[-longer, `${left} ${less.join(", ")}`] as const] : []),
  ]
}

const days = (ms: number): number => ms / 86_400_000

const scopeChange = (before: ResolvedPolicy, after: ResolvedPolicy): ReadonlyArray<Difference> => {
  if (before.scopeMode !== after.scopeMode) {
    return [[after.scopeMode === "strict" ? 1 : -1, `scope ${before.scopeMode} becomes ${after.scopeMode}`]]
  }
  // In a permissive scope any category may be granted, so its length has no effect.
  return after.scopeMode === "strict"
    ? listChange(-1, ["the scope gains", "the scope loses"], before.scope, after.scope)
    : []
}

const rightsChange = (before: ResolvedPolicy, after: ResolvedPolicy): ReadonlyArray<Difference> => {
  // Visitors under opt-in do not need an opt-out right.
  const asksFirst = [before, after].some(({ model }) => compareModels(model, "opt-in") >= 0)
  const counted = ({ rights }: ResolvedPolicy) => rights.filter((right) => right !== "opt-out" || !asksFirst)
  return listChange(1, ["offers the right", "no longer offers the right"], counted(before), counted(after))
}

const actionsChange = (before: ResolvedPolicy, after: ResolvedPolicy): ReadonlyArray<Difference> =>
  before.prompt === "choice" && after.prompt === "choice"
    ? listChange(1, ["offers the action", "no longer offers the action"], before.actions.allowed, after.actions.allowed)
    : []

const differences = (before: ResolvedPolicy, after: ResolvedPolicy): ReadonlyArray<Difference> => [
  [compareModels(after.model, before.model), `model ${before.model} becomes ${after.model}`],
  [comparePrompts(after.prompt, before.prompt), `prompt ${before.prompt} becomes ${after.prompt}`],
  ...scopeChange(before, after),
  ...listChange(-1, ["preselects", "no longer preselects"], before.preselectedCategories, after.preselectedCategories),
  ...listChange(-1, ["exempts", "no longer exempts"], before.exemptCategories, after.exemptCategories),
  ...listChange(
    1,
    ["GPC denies", "GPC no longer denies"],
    before.privacySignals.gpc.denyCategories,
    after.privacySignals.gpc.denyCategories,
  ),
  ...rightsChange(before, after),
  ...actionsChange(before, after),
  ...(["choice", "notice"] as const).map((kind): Difference => {
    const [was, is] = [before.validity[`${kind}Ms`], after.validity[`${kind}Ms`]]
    return [was - is, `a ${kind} counts ${days(is)} days instead of ${days(was)}`]
  }),
]

/** Lists every difference in how two policies protect a visitor, as a change from one to the other. */
export const compareProtection = (before: ResolvedPolicy, after: ResolvedPolicy): ProtectionChange => {
  const found = differences(before, after)
  return {
    weaker: found.filter(([direction]) => direction < 0).map(([, text]) => text),
    stricter: found.filter(([direction]) => direction > 0).map(([, text]) => text),
  }
}
