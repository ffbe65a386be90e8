import type { DeclaredVendor } from "@consent-service/core/vendor"
import { enSite } from "@consent-service/core/translation"
import {
  type ResolvedPolicy,
  safeFallback,
  safeFallbackFingerprints as fingerprints,
} from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import { nothing } from "../consent/Evaluate.js"
import { noRecords } from "../consent/Records.js"
import { noList, type Resolved, unresolved } from "./Resolved.js"
import { declaredOf, hasPreferences, isSettled, judge, offeredOf, snapshotOf, type State, undecided } from "./State.js"
import { type Shown, viewOf } from "./View.js"

const resolvedOf = (policy: Partial<ResolvedPolicy> = {}, change: Partial<Resolved> = {}): Resolved => ({
  status: "matched",
  rule: { policy: { ...safeFallback, ...policy }, fingerprints },
  ...change,
})

const stateOf = (change: Partial<State> = {}): State => ({
  mode: "hosted",
  records: noRecords,
  acknowledgement: null,
  resolved: resolvedOf(),
  evaluation: undecided,
  surface: "banner",
  forced: false,
  arm: null,
  armShown: false,
  language: undefined,
  user: undefined,
  shownAt: null,
  withdrawn: false,
  ...change,
})

const vendor = (id: string, name: string): DeclaredVendor => ({
  id,
  name,
  category: "marketing",
  privacyPolicyUrl: "https://vendor.test/privacy",
})

const view = (change: Partial<State> = {}, shown: Partial<Shown> = {}) => {
  const state = stateOf(change)
  const { rule } = state.resolved
  assert.isNotNull(rule)
  return viewOf(state, rule, {
    config: {},
    judge,
    texts: enSite,
    offered: ["marketing", "measurement"],
    declared: [vendor("ads", "Ads"), vendor("maps", "Maps")],
    ...shown,
  })
}

describe("what is on offer", () => {
  it("is the whole scope; with configured categories, those and the ones found, never beyond the scope", () => {
    assert.deepStrictEqual(
      offeredOf(resolvedOf(), undefined, () => assert.fail("not asked for")),
      safeFallback.scope,
    )
    const needs = [{ category: { or: ["functionality" as const, "necessary" as const] } }, { vendor: "ads" }]
    assert.deepStrictEqual(
      offeredOf(resolvedOf(), ["marketing"], () => needs),
      ["functionality", "marketing"],
    )
    const narrow = resolvedOf({ scope: ["measurement"] })
    assert.deepStrictEqual(
      offeredOf(narrow, ["marketing"], () => [{ category: "measurement" }]),
      ["measurement"],
    )
  })

  it("vendors of page and service, where the service's wins", () => {
    const resolved = resolvedOf({}, { vendors: [vendor("ads", "of the service")] })
    const names = declaredOf(resolved, [vendor("ads", "of the page"), vendor("own", "own")]).map(({ name }) => name)
    assert.deepStrictEqual(names, ["of the service", "own"])
  })
})

describe("the state", () => {
  it("opens preferences under every rule that governs something, and never without a rule", () => {
    const opens = (policy: Partial<ResolvedPolicy>) => hasPreferences(stateOf({ resolved: resolvedOf(policy) }))
    assert.isTrue(opens({ model: "opt-out", prompt: "none" }))
    assert.isFalse(opens({ model: "none", prompt: "none", rights: [] }))
    assert.isTrue(opens({ model: "none", prompt: "none", rights: ["preferences"] }))
    assert.isFalse(hasPreferences(stateOf({ resolved: unresolved("no-match") })))
  })

  it("allows decisions once there is a response, whatever it is", () => {
    const settled = (["idle", "resolving", "matched", "no-match", "unconfigured", "failed"] as const).filter((status) =>
      isSettled(stateOf({ resolved: unresolved(status) })),
    )
    assert.deepStrictEqual(settled, ["matched", "no-match", "unconfigured"])
  })
})

describe("a remembered rule while no policy is known", () => {
  const grant = {
    value: true,
    confirmedAt: Date.now(),
    basis: { kind: "choice-v1" as const, fingerprint: fingerprints.choice },
  }
  const judged = (model: "opt-in" | "opt-out", change: Partial<State> = {}, reason = "transport") =>
    judge(
      stateOf({ resolved: resolvedOf({ model }, { status: "failed", reason }), ...change }),
      ["marketing"],
      Date.now(),
      undefined,
    )

  it("permits nothing and shows no banner", () => {
    const records = { ...noRecords, categories: { marketing: grant } } as const
    for (const model of ["opt-in", "opt-out"] as const)
      assert.deepStrictEqual([judged(model, { records }), judged(model)], [undecided, undecided])
  })

  it("shows its banner when it only lacks its vendor list, until a decision", () => {
    const records = { ...noRecords, categories: { marketing: { ...grant, value: false } } } as const
    assert.deepStrictEqual(judged("opt-in", {}, noList), { ...undecided, due: "choice" })
    assert.deepStrictEqual(judged("opt-in", { records }, noList), undecided)
  })

  it("is not a policy for the page", () => {
    assert.isNull(snapshotOf(stateOf({ resolved: resolvedOf({}, { status: "failed" }) })).policy)
    assert.isNotNull(snapshotOf(stateOf()).policy)
  })
})

describe("the view", () => {
  it("switches show the decision, else what runs or is preselected", () => {
    const basis = { kind: "choice-v1", fingerprint: "c" } as const
    const records = { ...noRecords, categories: { marketing: { value: false, confirmedAt: 1, basis } } }
    const rowsOf = (change: Partial<State>) => view(change).categories.map(({ on }) => on)
    assert.deepStrictEqual(rowsOf({}), [false, false])
    const evaluation = { ...undecided, permissions: { ...nothing, marketing: true } }
    assert.deepStrictEqual(rowsOf({ evaluation }), [true, false])
    const preselected = resolvedOf({ preselectedCategories: ["marketing", "measurement"] })
    assert.deepStrictEqual(rowsOf({ resolved: preselected, records }), [false, true])
  })

  it("without a policy: a note, and switches of the remembered rule", () => {
    const basis = { kind: "choice-v1", fingerprint: fingerprints.choice } as const
    const records = {
      ...noRecords,
      categories: {
        marketing: { value: true, confirmedAt: Date.now(), basis },
        measurement: { value: false, confirmedAt: 1, basis },
      },
    }
    const failed = view({ records, resolved: resolvedOf({}, { status: "failed" }) })
    assert.deepStrictEqual(
      [failed.note, failed.categories.map(({ on }) => on)],
      [enSite.common.unavailable, [true, false]],
    )
    assert.isUndefined(view({ records }).note)
  })

  it("vendors are on unless switched off", () => {
    const records = { ...noRecords, vendors: { confirmedAt: 1, denied: ["maps"] } }
    assert.deepStrictEqual(
      view({ records }).vendors.map(({ on }) => on),
      [true, false],
    )
  })

  it("an arm changes the banner only", () => {
    const arm = {
      reported: { id: "e", arm: "a", assignedBy: "cs", acknowledgedDiagnostics: undefined },
      banner: { position: "top" },
      query: "e=a",
      keep: () => {},
    } as const
    const config = { ui: { shadow: true, banner: { blocking: true } } }
    assert.deepStrictEqual(view({ arm }, { config }).ui, { shadow: true, banner: { blocking: true, position: "top" } })
    const off = { ui: { banner: false } } as const
    assert.deepStrictEqual(view({ arm }, { config: off }).ui, off.ui)
  })

  it("the product behind the banner is named only where the page wants it and the service has a brand", () => {
    const branded = (branding: string) => ({ resolved: resolvedOf({}, { branding }) })
    const named = { config: { ui: { hideBranding: false } } }
    assert.isNull(view(branded("none"), named).branding)
    assert.isString(view(branded("cs"), named).branding)
    assert.isNull(view(branded("cs")).branding)
    assert.isNull(view(branded("cs"), { config: { ui: { hideBranding: true } } }).branding)
  })

  it("Hebrew is right to left", () => {
    assert.strictEqual(view({ resolved: resolvedOf({}, { language: "he" }) }).direction, "rtl")
    assert.strictEqual(view().direction, "ltr")
  })
})
