import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { compileRules } from "./CompiledRule.js"
import type { PolicyMatch } from "./PolicyRule.js"
import { wantsLocation } from "./WantsLocation.js"

const [optIn, none] = [{ model: "opt-in", prompt: "choice" } as const, { model: "none", prompt: "none" } as const]

type Body = typeof optIn | typeof none

const rulesOf = (rules: ReadonlyArray<readonly [PolicyMatch, Body]>) =>
  Either.getOrThrow(
    compileRules(
      rules.map(([match, body], index) => ({ id: `r${index}`, match, ...body })),
      { iabEnabled: false },
    ),
  )

const nowhere = { country: null, region: null }
const everyone = { isDefault: true } as const
const california = { regions: [{ country: " us ", region: "CA" }] }

describe("a visitor whose country is unknown", () => {
  it.each([
    ["by country", [{ countries: ["DE"] }, optIn]],
    ["by region", [california, optIn]],
    ["by what holds where the region is missing", [{ regionFallbacks: ["US"] }, optIn]],
  ] as const)("is to be located where a rule differs %s", (_, rule) => {
    assert.isTrue(wantsLocation(rulesOf([rule, [everyone, none]]), nowhere))
    assert.isTrue(wantsLocation(rulesOf([[everyone, none], rule]), nowhere))
    assert.isTrue(wantsLocation(rulesOf([rule]), nowhere))
  })

  it("is not, where no rule has a place", () => {
    const places = rulesOf([
      [{ fallback: true }, optIn],
      [everyone, none],
    ])
    for (const rules of [places, rulesOf([[everyone, optIn]]), []]) assert.isFalse(wantsLocation(rules, nowhere))
  })

  it("is not, where the one rule has places and is everyone's", () => {
    assert.isFalse(wantsLocation(rulesOf([[{ ...everyone, countries: ["DE"] }, optIn]]), nowhere))
  })
})

describe("a visitor whose country is known", () => {
  const rules = rulesOf([
    [california, optIn],
    [{ countries: ["DE"] }, optIn],
    [everyone, none],
  ])

  it("is to be located where a rule names a region of it and theirs is unknown", () => {
    for (const country of ["US", " us "]) assert.isTrue(wantsLocation(rules, { country, region: null }))
    assert.isTrue(wantsLocation(rules, { country: "US", region: " " }))
  })

  it("is not, where the region is known, or no rule names one of this country", () => {
    assert.isFalse(wantsLocation(rules, { country: "US", region: "NY" }))
    assert.isFalse(wantsLocation(rules, { country: "DE", region: null }))
    assert.isFalse(wantsLocation(rules, { country: "FR", region: null }))
    assert.isFalse(wantsLocation(rulesOf([[everyone, none]]), { country: "US", region: null }))
  })
})
