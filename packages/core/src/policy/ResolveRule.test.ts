import { assert, describe, it } from "@effect/vitest"
import type { PolicyRule } from "./PolicyRule.js"
import { resolvePolicy } from "./ResolveRule.js"

const base: PolicyRule = { id: " a ", match: { isDefault: true }, model: "opt-in", prompt: "choice" }
const optional = ["experience", "functionality", "marketing", "measurement"] as const

describe("a resolved policy", () => {
  it("has every default filled in, and no other key", () => {
    assert.deepStrictEqual(resolvePolicy(base), {
      id: "a",
      model: "opt-in",
      prompt: "choice",
      scope: optional,
      scopeMode: "permissive",
      preselectedCategories: [],
      actions: {
        allowed: ["accept", "customize", "reject"],
        required: ["accept", "reject"],
        equivalent: [["accept", "reject"]],
      },
      rights: ["disclosure", "preferences"],
      validity: { choiceMs: 31_536_000_000, noticeMs: 31_536_000_000 },
      privacySignals: { gpc: { denyCategories: [] } },
      copyRevision: null,
      proof: { storeIp: false, storeUserAgent: false, storeLanguage: false },
    })
  })

  it.each([
    ["notice", { allowed: ["dismiss"], required: ["dismiss"], equivalent: [] }],
    ["none", { allowed: [], required: [], equivalent: [] }],
  ] as const)("the actions of prompt %s", (prompt, actions) => {
    assert.deepStrictEqual(resolvePolicy({ ...base, model: "opt-out", prompt }).actions, actions)
  })

  it.each([
    ["iab", ["disclosure", "preferences"]],
    ["opt-out", ["disclosure", "opt-out", "preferences"]],
    ["none", []],
  ] as const)("the rights of model %s", (model, rights) => {
    assert.deepStrictEqual(
      resolvePolicy({ ...base, model, prompt: model === "iab" ? "choice" : "none" }).rights,
      rights,
    )
  })

  it("configured rights are added to the model's", () => {
    const { rights } = resolvePolicy({ ...base, rights: ["opt-out", "disclosure"] })
    assert.deepStrictEqual(rights, ["disclosure", "opt-out", "preferences"])
  })

  it("exempt categories are preselected, too", () => {
    const { exemptCategories, preselectedCategories } = resolvePolicy({
      ...base,
      exemptCategories: ["measurement", "necessary"],
      preselectedCategories: ["experience"],
    })
    assert.deepStrictEqual(exemptCategories, ["measurement"])
    assert.deepStrictEqual(preselectedCategories, ["experience", "measurement"])
  })

  it.each([[undefined], [[]], [["necessary"]], [["*"]], [["*", "marketing"]]])(
    "categories %j mean all",
    (categories) => {
      assert.deepStrictEqual(
        resolvePolicy({ ...base, ...(categories === undefined ? {} : { categories }) }).scope,
        optional,
      )
    },
  )

  it("blank strings count as missing", () => {
    const resolved = resolvePolicy({ ...base, copyRevision: "  ", i18n: { language: "" } })
    assert.isNull(resolved.copyRevision)
    assert.notProperty(resolved, "i18n")
  })

  it("has the language and the message profile that the rule names", () => {
    const i18nOf = (i18n: NonNullable<PolicyRule["i18n"]>) => resolvePolicy({ ...base, i18n }).i18n
    assert.deepStrictEqual(i18nOf({ language: "fr", messageProfile: "short" }), {
      language: "fr",
      messageProfile: "short",
    })
    assert.deepStrictEqual(i18nOf({ language: "fr" }), { language: "fr" })
    assert.deepStrictEqual(i18nOf({ language: "", messageProfile: "short" }), { messageProfile: "short" })
  })

  it("has the optional categories of each list, each once, whatever their order and the spaces around them", () => {
    const resolved = resolvePolicy({
      ...base,
      categories: [" measurement ", "marketing", "marketing", "necessary"],
      exemptCategories: [" measurement", "necessary"],
      preselectedCategories: ["marketing ", "necessary", "measurement"],
      privacySignals: { gpc: { denyCategories: ["necessary", "measurement", "marketing", "measurement"] } },
    })
    assert.deepStrictEqual(resolved.scope, ["marketing", "measurement"])
    assert.deepStrictEqual(resolved.exemptCategories, ["measurement"])
    assert.deepStrictEqual(resolved.preselectedCategories, ["marketing", "measurement"])
    assert.deepStrictEqual(resolved.privacySignals.gpc.denyCategories, ["marketing", "measurement"])
  })
})
