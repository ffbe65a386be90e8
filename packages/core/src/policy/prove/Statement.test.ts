import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { PolicyRule } from "../PolicyRule.js"
import { compileRules } from "../CompiledRule.js"
import { compileResolver, policyOf } from "../MatchRule.js"
import { safeFallback } from "../SafeFallback.js"
import { parseStatement, type VisitorOutcome } from "./Statement.js"

const rules: ReadonlyArray<PolicyRule> = [
  { id: "Opt In", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice", scopeMode: "strict" },
  { id: "tcf", match: { countries: ["FR"] }, model: "iab", prompt: "choice" },
  {
    id: "notice",
    match: { regions: [{ country: "US", region: "CA" }] },
    model: "opt-out",
    prompt: "notice",
    privacySignals: { gpc: { denyCategories: ["marketing", "measurement"] } },
    preselectedCategories: ["experience"],
  },
  { id: "silent", match: { regionFallbacks: ["US"] }, model: "opt-out", prompt: "none" },
  { id: "nothing", match: { isDefault: true }, model: "none", prompt: "none" },
]

const outcomesOf = (authored: ReadonlyArray<PolicyRule>) => {
  const pack = Either.getOrThrow(compileRules(authored))
  const resolve = compileResolver(pack)
  return (country: string | null, region: string | null = null): VisitorOutcome => {
    const resolution = resolve({ country, region })
    return { resolution, policy: policyOf(resolution) ?? safeFallback, policies: pack.map(({ rule }) => rule) }
  }
}

const outcome = outcomesOf(rules)
const at = {
  optIn: outcome("DE"),
  tcf: outcome("FR"),
  notice: outcome("US", "CA"),
  silent: outcome("US"),
  nothing: outcome("NZ"),
  /** No rule matches, so the clients' safe fallback applies. */
  unmatched: outcomesOf(rules.slice(0, 1))("NZ"),
} satisfies Record<string, VisitorOutcome>

type Where = keyof typeof at
const everywhere: ReadonlyArray<Where> = ["optIn", "tcf", "notice", "silent", "nothing", "unmatched"]

const holdsFor = (claim: string, gpc = false): ReadonlyArray<Where> => {
  const { claims } = Either.getOrThrow(parseStatement(`everyone => ${claim}`))
  return everywhere.filter((where) => claims(at[where], { place: { country: "DE", region: null }, gpc, iab: true }))
}

describe("the claims of a statement, and the visitors they hold for", () => {
  const rows: ReadonlyArray<readonly [claim: string, holds: ReadonlyArray<Where>]> = [
    ["strictest", ["optIn", "tcf", "unmatched"]],
    ["Strictest", ["optIn", "tcf", "unmatched"]],
    ["matched", ["optIn", "tcf", "notice", "silent", "nothing"]],
    ["rule is Opt In", ["optIn"]],
    ["rule is Opt In or tcf", ["optIn", "tcf"]],
    ["rule is tcf, silent", ["tcf", "silent"]],
    ["rule is opt in", []],
    ["rule is not tcf", ["optIn", "notice", "silent", "nothing", "unmatched"]],
    ["model is opt-in", ["optIn", "unmatched"]],
    ["MODEL IS Opt-In", ["optIn", "unmatched"]],
    ["model is opt-in or iab", ["optIn", "tcf", "unmatched"]],
    ["model is not none", ["optIn", "tcf", "notice", "silent", "unmatched"]],
    ["model is not none or opt-out", ["optIn", "tcf", "unmatched"]],
    ["model is at least opt-in", ["optIn", "tcf", "unmatched"]],
    ["model is at least iab", ["optIn", "tcf", "unmatched"]],
    ["model is at least opt-out", ["optIn", "tcf", "notice", "silent", "unmatched"]],
    ["model is at least none", everywhere],
    ["prompt is choice", ["optIn", "tcf", "unmatched"]],
    ["prompt is notice", ["notice"]],
    ["prompt is none", ["silent", "nothing"]],
    ["prompt is not none", ["optIn", "tcf", "notice", "unmatched"]],
    ["prompt is at least notice", ["optIn", "tcf", "notice", "unmatched"]],
    ["prompt is at least choice", ["optIn", "tcf", "unmatched"]],
    ["scope mode is strict", ["optIn", "unmatched"]],
    ["scope mode is permissive", ["tcf", "notice", "silent", "nothing"]],
    ["matched by is region", ["notice"]],
    ["matched by is country or region", ["optIn", "tcf", "notice"]],
    ["matched by is fallback", ["silent"]],
    ["matched by is default", ["nothing"]],
    ["matched by is not default", ["optIn", "tcf", "notice", "silent", "unmatched"]],
    ["preselects nothing", ["optIn", "tcf", "silent", "nothing", "unmatched"]],
    ["offers opt-out", ["notice", "silent"]],
    ["offers disclosure, preferences", ["optIn", "tcf", "notice", "silent", "unmatched"]],
    ["offers disclosure and opt-out", ["notice", "silent"]],
    ["model is opt-out and prompt is notice", ["notice"]],
    ["offers disclosure and preferences and prompt is choice", ["optIn", "tcf", "unmatched"]],
    ["matched and strictest and model is opt-in", ["optIn"]],
  ]

  it.each(rows)("%s", (claim, holds) => {
    assert.deepStrictEqual(holdsFor(claim), holds)
    assert.deepStrictEqual(holdsFor(`  ${claim} `), holds, "spaces around do not matter")
  })

  it.each([
    ["denies marketing", ["notice"]],
    ["denies marketing, measurement", ["notice"]],
    ["denies marketing and measurement", ["notice"]],
    ["denies marketing and experience", []],
    ["denies measurement and prompt is notice", ["notice"]],
  ] satisfies ReadonlyArray<[string, ReadonlyArray<Where>]>)("%s: with GPC only", (claim, holds) => {
    assert.deepStrictEqual(holdsFor(claim, true), holds)
    assert.deepStrictEqual(holdsFor(claim, false), [])
  })
})

describe("invalid claims are reported with the reason", () => {
  it.each([
    ["no claim", "", "'' is not a claim"],
    ["a claim of nothing known", "is fair", "'is fair' is not a claim"],
    ["an unknown property", "banner is shown", "'banner is shown' is not a claim"],
    ["an unknown model", "model is gdpr", "'gdpr' is not a valid model (opt-in, opt-out, iab, none)"],
    ["one unknown model of two", "model is opt-in or gdpr", "'gdpr' is not a valid model"],
    ["an unknown prompt", "prompt is banner", "'banner' is not a valid prompt (choice, notice, none)"],
    ["an unknown scope mode", "scope mode is loose", "'loose' is not a valid scope mode"],
    ["an unknown way to match", "matched by is luck", "'luck' is not a valid way to match"],
    ["no order of rules", "rule is at least a", "'rule is at least a' has no order"],
    ["no order of scope modes", "scope mode is at least strict", "has no order"],
    ["an unknown model to be at least", "model is at least gdpr", "has no order"],
    ["not at least", "model is not at least opt-in", "'model is not at least opt-in'"],
    [
      "an unknown category",
      "denies ads",
      "'ads' is not a valid category (experience, functionality, marketing, measurement)",
    ],
    ["necessary is not denied", "denies necessary", "'necessary' is not a valid category"],
    [
      "preselects something",
      "preselects marketing",
      "'marketing' is not a valid list of preselected categories (nothing)",
    ],
    ["an unknown right", "offers cake", "'cake' is not a valid right (disclosure, preferences, opt-out)"],
    ["a second claim", "strictest and model is x", "'x' is not a valid model"],
    ["strictest of something", "strictest model", "'strictest model' is not a claim"],
  ])("%s", (_, claim, problem) => {
    const statement = parseStatement(`everyone => ${claim}`)
    assert.isTrue(Either.isLeft(statement))
    assert.include(
      Either.getOrElse(statement, (text) => text),
      problem,
    )
  })
})
