import { assert, describe, it } from "@effect/vitest"
import type { ResolvedPolicy } from "@consent-service/core/policy"
import { initialSnapshot } from "../module/ServerApi.js"
import type { PageSnapshot } from "../runtime/PageSnapshot.js"
import type { Facts } from "./Facts.js"
import { problemsOf } from "./Problems.js"
import { placeOf, signalsIn } from "./ReadFacts.js"
import { reasonFor, reportOf, reportText } from "./Report.js"

const policy: ResolvedPolicy = {
  id: "europe",
  model: "opt-in",
  prompt: "choice",
  scope: ["marketing", "measurement"],
  scopeMode: "permissive",
  preselectedCategories: [],
  actions: { allowed: ["accept", "reject"], required: [], equivalent: [] },
  rights: [],
  validity: { choiceMs: 1, noticeMs: 1 },
  privacySignals: { gpc: { denyCategories: ["marketing"] } },
  copyRevision: null,
  proof: { storeIp: false, storeUserAgent: false, storeLanguage: false },
}

const matched: PageSnapshot = { ...initialSnapshot, status: "matched", policy, prompt: "choice", surface: "banner" }

const facts = (more: Partial<Facts> = {}): Facts => ({
  script: "cs 0.1.0",
  backendURL: "https://consent.test",
  config: {},
  snapshot: matched,
  remembered: null,
  matchedBy: "country",
  place: { country: "DE", region: null, language: "de" },
  vendors: [],
  gated: [],
  outbox: [],
  signals: null,
  signalsLate: false,
  decidedAt: 0,
  stores: true,
  errors: [],
  now: 1_000_000,
  ...more,
})

/** A line of the report, by its section and label. */
const said = (title: string, label: string, more: Partial<Facts> = {}): string | undefined =>
  reportOf(facts(more))
    .find((section) => section.title === title)
    ?.lines.find((line) => line.label === label)?.value

describe("why a category is allowed or blocked", () => {
  const withPolicy = (more: Partial<ResolvedPolicy>, rest: Partial<PageSnapshot> = {}): PageSnapshot => ({
    ...matched,
    policy: { ...policy, ...more },
    ...rest,
  })
  const allowing = { permissions: { ...initialSnapshot.permissions, marketing: true } }

  it.each<[string, PageSnapshot]>([
    ["no policy is known yet", { ...initialSnapshot, status: "resolving" }],
    ["no policy is in force", { ...initialSnapshot, status: "failed" }],
    ["the visitor refused it", { ...matched, choice: { marketing: false }, gpc: true }],
    ["denied by Global Privacy Control", { ...matched, gpc: true }],
    ["outside the scope of the rule", withPolicy({ scope: ["measurement"], scopeMode: "strict" })],
    ["the visitor allowed it", { ...matched, ...allowing, choice: { marketing: true } }],
    ["the rule exempts it from consent", withPolicy({ exemptCategories: ["marketing"] }, allowing)],
    ["the model opt-out allows it", withPolicy({ model: "opt-out" }, allowing)],
    ["the visitor's grant has expired, or was given under other terms", { ...matched, choice: { marketing: true } }],
    ["not decided yet", matched],
  ])("%s", (reason, snapshot) => {
    assert.strictEqual(reasonFor(snapshot, "marketing"), reason)
  })
})

describe("the report", () => {
  it("has the rule, how it was matched, and its inputs", () => {
    assert.strictEqual(said("Policy rule", "Rule"), "europe")
    assert.strictEqual(said("Policy rule", "Matched by"), "the visitor's country")
    assert.strictEqual(said("Policy rule", "Country", { config: { country: "DE" } }), "DE, set by the page")
    assert.strictEqual(said("Policy rule", "Region"), "unknown")
    assert.strictEqual(said("Policy rule", "Prompt"), "choice; now due: choice")
    assert.strictEqual(said("Categories", "marketing"), "Blocked: not decided yet")
    assert.strictEqual(said("Categories", "Decided"), "Nothing yet")
  })

  it("has the reason of a failure, and the last rule", () => {
    const snapshot: PageSnapshot = { ...initialSnapshot, status: "failed", reason: "transport" }
    const more = { snapshot, remembered: "europe", place: null }
    assert.strictEqual(said("Policy rule", "Status", more), "Failed: the service cannot be reached")
    assert.include(said("Policy rule", "Last rule", more) ?? "", "europe")
    assert.isUndefined(said("Policy rule", "Country", more))
    assert.include(said("Problems", "1", more) ?? "", "https://consent.test/init")
  })

  it("has saves that wait, with their next attempt", () => {
    const payload = {
      type: "cookie_banner",
      subjectId: "sub_1",
      domain: "a.test",
      givenAt: 1,
      consentAction: "all",
    } as const
    const outbox = [
      { payload, queuedAt: 0, attempts: 1, notBefore: 1_005_000 },
      { payload, queuedAt: 1_000, attempts: 0, unproven: true },
    ]
    assert.strictEqual(
      said("Saves that wait", "1970-01-01 00:00:00", { outbox }),
      "all, 1 failed attempt: not before 5 s from now",
    )
    assert.strictEqual(
      said("Saves that wait", "1970-01-01 00:00:01", { outbox }),
      "all, 0 failed attempts: waits for a policy",
    )
    assert.deepStrictEqual(problemsOf(facts({ outbox })), ["1 save has failed, and will be sent again"])
  })

  it("has what is gated, and is a text as well", () => {
    const gated = [
      { kind: "script", name: "https://ads.test/ad.js", category: "marketing", vendor: "ads", state: "waits" },
    ] as const
    assert.strictEqual(
      said("Scripts, elements, requests", "script", { gated }),
      "Blocked: https://ads.test/ad.js (marketing, vendor ads)",
    )
    assert.include(reportText(reportOf(facts({ gated }))), "\n  script: Blocked: https://ads.test/ad.js")
  })
})

describe("mistakes of a page", () => {
  const gated = (state: Facts["gated"][number]["state"], vendor?: string) => [
    { kind: "script" as const, name: "ad.js", category: "marketing", vendor, state },
  ]

  it("none is found where there is none", () => {
    assert.deepStrictEqual(problemsOf(facts({ gated: gated("waits") })), [])
  })

  it.each<[string, Partial<Facts>]>([
    ["data-src on others: ad.js", { gated: gated("ungated") }],
    ["No category of this name exists: ad.js", { gated: gated("invalid") }],
    ["lack the nonce", { gated: gated("untrusted") }],
    ["vendors ads", { gated: gated("waits", "ads") }],
    ["move this script above it", { signalsLate: true }],
    ["has no defaults", { config: { googleConsentMode: true } }],
    ["localStorage is blocked", { stores: false }],
    ["manifest.policyRules", { snapshot: { ...initialSnapshot, status: "unconfigured" } }],
  ])("%s", (problem, more) => {
    const [found = "", ...others] = problemsOf(facts(more))
    assert.include(found, problem)
    assert.deepStrictEqual(others, [])
  })
})

describe("the facts of a page", () => {
  it("the place is in the token of a save, in its inputs, or unknown", () => {
    const payload = Buffer.from(JSON.stringify({ country: "US", region: "CA", language: "en" })).toString("base64url")
    const place = { country: "US", region: "CA", language: "en" }
    assert.deepStrictEqual(placeOf({ policySnapshotToken: `h.${payload}.s` }, "US"), place)
    assert.deepStrictEqual(placeOf({ ...place, gpc: false, policyId: "x" }, "US"), place)
    assert.deepStrictEqual(placeOf({ policySnapshotToken: "no token" }, "DE"), {
      country: "DE",
      region: null,
      language: "unknown",
    })
    assert.isNull(placeOf(undefined, undefined))
  })

  it("Consent Mode is what the data layer was last given", () => {
    const call = (...words: ReadonlyArray<unknown>) => ({ ...words, length: words.length })
    const layer = [
      call("consent", "default", { ad_storage: "denied", analytics_storage: "denied", wait_for_update: 500 }),
      call("js", 1),
      call("consent", "update", { ad_storage: "granted" }),
      { event: "consent-update" },
    ]
    assert.deepStrictEqual(signalsIn(layer), {
      signals: { ad_storage: "granted", analytics_storage: "denied" },
      signalsLate: false,
    })
    assert.isTrue(signalsIn([call("js", 1), ...layer]).signalsLate)
    assert.deepStrictEqual(signalsIn(undefined), { signals: null, signalsLate: false })
  })
})
