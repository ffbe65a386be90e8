/**
 * The invariants of a received policy, which a client checks before it uses it: see `docs/policies.md`.
 *
 * @module
 */
import { promptsOf, requiredRights } from "./ModelObligations.js"
import type { ResolvedPolicy } from "./ResolvedPolicy.js"

const isSet = (values: ReadonlyArray<unknown>): boolean => new Set(values).size === values.length

const within = (values: ReadonlyArray<string>, scope: ReadonlyArray<string>): boolean =>
  values.every((value) => scope.includes(value))

const isDuration = (ms: number): boolean => ms > 0 && ms <= Number.MAX_SAFE_INTEGER

const isAcceptRejectGroup = (group: ReadonlyArray<string>): boolean =>
  group.length === 2 && group.includes("accept") && group.includes("reject")

const actionsHold = ({ actions: { allowed, equivalent, required }, prompt }: ResolvedPolicy): boolean => {
  switch (prompt) {
    case "choice":
      return (
        isAcceptRejectGroup(required) &&
        equivalent.length === 1 &&
        equivalent.every(isAcceptRejectGroup) &&
        within(required, allowed) &&
        !allowed.includes("dismiss")
      )
    case "notice":
      return [allowed, required].every((actions) => actions.join() === "dismiss") && equivalent.length === 0
    case "none":
      return allowed.length + required.length + equivalent.length === 0
  }
}

/**
 * The names of the invariants that a policy violates; empty for every policy that
 * `resolvePolicy` gives.
 */
export const brokenInvariants = (policy: ResolvedPolicy): ReadonlyArray<string> => {
  const { copyRevision, exemptCategories = [], model, preselectedCategories, rights, scope, validity } = policy
  const { denyCategories } = policy.privacySignals.gpc
  const invariants: ReadonlyArray<readonly [string, boolean]> = [
    ["prompt fits model", promptsOf[model].includes(policy.prompt)],
    [
      "no duplicates",
      [scope, preselectedCategories, exemptCategories, rights, policy.actions.allowed, denyCategories].every(isSet),
    ],
    [
      "categories within scope",
      [preselectedCategories, exemptCategories, denyCategories].every((list) => within(list, scope)),
    ],
    [
      "nothing preselected for iab and none",
      preselectedCategories.length === 0 || (model !== "iab" && model !== "none"),
    ],
    ["rights of the model", within(requiredRights[model], rights)],
    ["validity", isDuration(validity.choiceMs) && isDuration(validity.noticeMs)],
    ["copyRevision", copyRevision === null || copyRevision.trim() !== ""],
    ["actions fit prompt", actionsHold(policy)],
  ]
  return invariants.filter(([, holds]) => !holds).map(([name]) => name)
}
