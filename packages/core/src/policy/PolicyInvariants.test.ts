import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { anyRule } from "../testing/RuleArbitrary.js"
import { inspectPolicyRules } from "./InspectRules.js"
import { policyPresets } from "./PolicyPresets.js"
import { ResolvedPolicy } from "./ResolvedPolicy.js"
import { resolvePolicy } from "./ResolveRule.js"
import { brokenInvariants } from "./PolicyInvariants.js"
import { safeFallback } from "./SafeFallback.js"

const optIn = resolvePolicy({ id: "a", match: { isDefault: true }, model: "opt-in", prompt: "choice" })
const optOut = resolvePolicy({ id: "a", match: { isDefault: true }, model: "opt-out", prompt: "none" })
const notice = resolvePolicy({ id: "a", match: { isDefault: true }, model: "opt-out", prompt: "notice" })
const iab = resolvePolicy({ id: "a", match: { isDefault: true }, model: "iab", prompt: "choice" })
const none = resolvePolicy({ id: "a", match: { isDefault: true }, model: "none", prompt: "none" })

const gpc = (...denyCategories: ReadonlyArray<"marketing" | "measurement">) => ({
  privacySignals: { gpc: { denyCategories } },
})

describe("every policy from resolvePolicy keeps every invariant", () => {
  it("for random checked rules", () => {
    const decode = Schema.decodeUnknownSync(ResolvedPolicy, { onExcessProperty: "error" })
    FastCheck.assert(
      FastCheck.property(anyRule, (rule) => {
        assert.deepStrictEqual(inspectPolicyRules([rule], { iabEnabled: true }).errors, [])
        const policy = resolvePolicy(rule)
        assert.deepStrictEqual(brokenInvariants(policy), [])
        assert.deepStrictEqual(decode(JSON.parse(JSON.stringify(policy))), policy, "and survives the wire")
      }),
      { numRuns: 500 },
    )
  })

  it("for every preset and the safe fallback", () => {
    for (const preset of Object.values(policyPresets)) {
      assert.deepStrictEqual(brokenInvariants(resolvePolicy(preset())), [])
    }
    assert.deepStrictEqual(brokenInvariants(safeFallback), [])
  })
})

describe("each broken invariant is named", () => {
  const rows: ReadonlyArray<readonly [invariant: string, how: string, policy: ResolvedPolicy]> = [
    ["prompt fits model", "opt-in without a prompt", { ...optOut, model: "opt-in" }],
    ["prompt fits model", "iab with a notice", { ...notice, model: "iab" }],
    ["prompt fits model", "none with a notice", { ...notice, model: "none" }],
    ["no duplicates", "scope", { ...optIn, scope: [...optIn.scope, "marketing"] }],
    ["no duplicates", "preselected", { ...optIn, preselectedCategories: ["marketing", "marketing"] }],
    ["no duplicates", "exempt", { ...optIn, exemptCategories: ["measurement", "measurement"] }],
    ["no duplicates", "rights", { ...optIn, rights: [...optIn.rights, "disclosure"] }],
    [
      "no duplicates",
      "allowed actions",
      { ...optIn, actions: { ...optIn.actions, allowed: ["accept", "accept", "reject"] } },
    ],
    ["no duplicates", "denied", { ...optIn, ...gpc("marketing", "marketing") }],
    [
      "categories within scope",
      "preselected",
      { ...optIn, scope: ["marketing"], preselectedCategories: ["measurement"] },
    ],
    ["categories within scope", "exempt", { ...optIn, scope: ["marketing"], exemptCategories: ["measurement"] }],
    ["categories within scope", "denied", { ...optIn, scope: ["marketing"], ...gpc("measurement") }],
    ["nothing preselected for iab and none", "iab", { ...iab, preselectedCategories: ["marketing"] }],
    ["nothing preselected for iab and none", "none", { ...none, preselectedCategories: ["marketing"] }],
    ["rights of the model", "opt-in without preferences", { ...optIn, rights: ["disclosure"] }],
    ["rights of the model", "iab without disclosure", { ...iab, rights: ["preferences"] }],
    ["rights of the model", "opt-out without opt-out", { ...optOut, rights: ["disclosure", "preferences"] }],
    ["validity", "no time", { ...optIn, validity: { choiceMs: 0, noticeMs: 1 } }],
    ["validity", "negative", { ...optIn, validity: { choiceMs: 1, noticeMs: -1 } }],
    ["validity", "NaN", { ...optIn, validity: { choiceMs: NaN, noticeMs: 1 } }],
    ["validity", "infinite", { ...optIn, validity: { choiceMs: 1, noticeMs: Infinity } }],
    ["validity", "beyond 2^53 - 1", { ...optIn, validity: { choiceMs: 2 ** 53, noticeMs: 1 } }],
    ["copyRevision", "empty", { ...optIn, copyRevision: "" }],
    ["copyRevision", "blank", { ...optIn, copyRevision: " " }],
    [
      "actions fit prompt",
      "a choice that need not offer reject",
      { ...optIn, actions: { ...optIn.actions, required: ["accept"] } },
    ],
    ["actions fit prompt", "a choice without the group", { ...optIn, actions: { ...optIn.actions, equivalent: [] } }],
    [
      "actions fit prompt",
      "a choice with the group twice",
      { ...optIn, actions: { ...optIn.actions, equivalent: [...optIn.actions.equivalent, ["reject", "accept"]] } },
    ],
    [
      "actions fit prompt",
      "a choice with another group",
      { ...optIn, actions: { ...optIn.actions, equivalent: [["accept", "customize"]] } },
    ],
    [
      "actions fit prompt",
      "a choice with a larger group",
      { ...optIn, actions: { ...optIn.actions, equivalent: [["accept", "customize", "reject"]] } },
    ],
    [
      "actions fit prompt",
      "a choice that does not allow reject",
      { ...optIn, actions: { ...optIn.actions, allowed: ["accept", "customize"] } },
    ],
    [
      "actions fit prompt",
      "a choice that can be dismissed",
      { ...optIn, actions: { ...optIn.actions, allowed: ["accept", "dismiss", "reject"] } },
    ],
    ["actions fit prompt", "a notice with a choice's actions", { ...notice, actions: optIn.actions }],
    [
      "actions fit prompt",
      "a notice that need not be dismissed",
      { ...notice, actions: { ...notice.actions, required: [] } },
    ],
    [
      "actions fit prompt",
      "a notice with a group",
      { ...notice, actions: { ...notice.actions, equivalent: [["dismiss"]] } },
    ],
    ["actions fit prompt", "no prompt with actions", { ...optOut, actions: notice.actions }],
  ]

  it.each(rows)("%s: %s", (invariant, how, policy) => {
    const broken = brokenInvariants(policy)
    assert.include(broken, invariant)
    // The wrong prompts keep the other prompt's actions, and none has no required rights.
    if (invariant !== "prompt fits model") assert.deepStrictEqual(broken, [invariant], how)
  })

  it("all broken ones are named together", () => {
    const broken = brokenInvariants({ ...iab, preselectedCategories: ["marketing"], scope: [], copyRevision: "" })
    assert.deepStrictEqual(broken, ["categories within scope", "nothing preselected for iab and none", "copyRevision"])
  })

  it("the longest validity and any order of the group are valid", () => {
    const choiceMs = Number.MAX_SAFE_INTEGER
    assert.deepStrictEqual(brokenInvariants({ ...optIn, validity: { choiceMs, noticeMs: 0.5 } }), [])
    const actions = { ...optIn.actions, required: ["reject", "accept"], equivalent: [["reject", "accept"]] } as const
    assert.deepStrictEqual(brokenInvariants({ ...optIn, actions }), [])
  })
})
