import { assert, describe, it } from "@effect/vitest"
import { inspectPolicyRules } from "./InspectRules.js"
import { composeRules, policyBuilder } from "./PolicyBuilder.js"
import type { PolicyRule } from "./PolicyRule.js"

const fields = { id: "a", model: "opt-in", prompt: "choice" } as const
const rule = (id: string, match: PolicyRule["match"]): PolicyRule => ({ ...fields, id, match })

describe("policyBuilder.create", () => {
  it("moves flat countries, regions, regionFallbacks, isDefault and fallback into match", () => {
    const geography = {
      countries: ["DE"],
      regions: [{ country: "US", region: "CA" }],
      regionFallbacks: ["US"],
      isDefault: true,
      fallback: true,
    }
    assert.deepStrictEqual(policyBuilder.create({ ...fields, ...geography }), { ...fields, match: geography })
  })

  it("flat matchers are merged into match, and win", () => {
    assert.deepStrictEqual(
      policyBuilder.create({ ...fields, match: { countries: ["DE"], fallback: true }, countries: ["FR"] }).match,
      { countries: ["FR"], fallback: true },
    )
  })

  it("a flat matcher without a value has no effect", () => {
    const built = policyBuilder.create({ ...fields, match: { countries: ["DE"] }, countries: undefined })
    assert.deepStrictEqual(built.match, { countries: ["DE"] })
  })

  it("false is moved, not dropped", () => {
    assert.deepStrictEqual(policyBuilder.create({ ...fields, isDefault: false }).match, { isDefault: false })
  })

  it("keeps all other fields, even invalid ones, so that the check names them", () => {
    const invalid = { ...fields, countries: ["DE"], prompt: "none", expires: 1, rights: undefined } as const
    const built = policyBuilder.create(invalid)
    assert.deepStrictEqual<unknown>(built, {
      ...fields,
      prompt: "none",
      expires: 1,
      rights: undefined,
      match: { countries: ["DE"] },
    })
    assert.lengthOf(inspectPolicyRules([built]).errors, 2)
  })

  it("does not modify its input", () => {
    const input = { ...fields, match: { fallback: true }, countries: ["DE"] }
    const before = structuredClone(input)
    policyBuilder.create(input)
    assert.deepStrictEqual(input, before)
  })
})

describe("policyBuilder.createPack", () => {
  it("the same for a list, order kept", () => {
    const inputs = [
      { ...fields, id: "b", countries: ["DE"] },
      { ...fields, id: "a", isDefault: true },
    ]
    assert.deepStrictEqual(policyBuilder.createPack(inputs), [
      rule("b", { countries: ["DE"] }),
      rule("a", { isDefault: true }),
    ])
    assert.deepStrictEqual(policyBuilder.createPack([]), [])
  })
})

describe("policyBuilder.createPackWithDefault", () => {
  const byDefault = {
    ...fields,
    id: "world",
    countries: ["NZ"],
    regions: [{ country: "US", region: "CA" }],
    regionFallbacks: ["US"],
    fallback: true,
    match: { countries: ["AU"] },
  }

  it("appends the default without its locations, where no rule is one", () => {
    assert.deepStrictEqual(policyBuilder.createPackWithDefault([{ ...fields, countries: ["DE"] }], byDefault), [
      rule("a", { countries: ["DE"] }),
      rule("world", { isDefault: true }),
    ])
  })

  it("does not modify the list where a rule is one", () => {
    for (const isOne of [{ isDefault: true }, { match: { isDefault: true } }]) {
      assert.deepStrictEqual(policyBuilder.createPackWithDefault([{ ...fields, ...isOne }], byDefault), [
        rule("a", { isDefault: true }),
      ])
    }
  })

  it("isDefault: false does not count", () => {
    assert.lengthOf(policyBuilder.createPackWithDefault([{ ...fields, isDefault: false }], byDefault), 2)
  })
})

describe("composeRules", () => {
  const germany = rule("a", { countries: ["DE"] })
  const france = rule("b", { countries: ["FR"] })

  it("concatenates in order; the first rule with an id wins", () => {
    const later = [rule("b", { isDefault: true }), rule("c", { fallback: true })]
    assert.deepStrictEqual(composeRules([france], [], [germany], later), [
      france,
      germany,
      rule("c", { fallback: true }),
    ])
  })

  it("ids are compared trimmed", () => {
    assert.deepStrictEqual(composeRules([germany], [rule(" a ", { isDefault: true })]), [germany])
  })

  it("nothing gives nothing", () => {
    assert.deepStrictEqual(composeRules(), [])
  })

  it("rules without a usable id are all kept, so that the check names them", () => {
    const broken: ReadonlyArray<PolicyRule> = JSON.parse('[{ "match": {} }, { "match": {} }, { "id": 5 }]')
    assert.deepStrictEqual(composeRules(broken, [germany]), [...broken, germany])
  })
})
