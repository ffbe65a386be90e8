import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { compilePack } from "./PolicyPack.js"

const good = { id: "a", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" }

const errorsOf = (rules: unknown, iabEnabled = false): ReadonlyArray<string> =>
  Either.match(compilePack(rules, { iabEnabled }), { onLeft: (errors) => errors, onRight: () => [] })

describe("a rule's fields (policy.md 1.1 and 1.2)", () => {
  it.each([
    ["a blank id", { id: " " }, "rule at index 0: id"],
    ["an unknown key", { expires: 1 }, "rule 'a': expires"],
    ["an unknown key inside", { match: { countries: ["DE"], cities: [] } }, "rule 'a': match.cities"],
    ["no matcher", { match: {} }, "rule 'a': match"],
    ["empty lists only", { match: { countries: [], isDefault: false } }, "rule 'a': match"],
    ["a blank country", { match: { countries: ["DE", ""] } }, "rule 'a': match.countries.1"],
    ["a region without its country", { match: { regions: [{ region: "CA" }] } }, "rule 'a': match.regions.0.country"],
    ["an unknown model", { model: "ask" }, "rule 'a': model"],
    ["a prompt its model does not allow", { prompt: "notice" }, "rule 'a': prompt"],
    ["an unknown category", { categories: ["ads"], scopeMode: "strict" }, "rule 'a': categories.0"],
    ["a partial scope without a mode", { categories: ["marketing"] }, "rule 'a': scopeMode"],
    [
      "a preselected category outside the scope",
      { categories: ["marketing"], scopeMode: "strict", preselectedCategories: ["measurement"] },
      "rule 'a': preselectedCategories.0",
    ],
    ["a wildcard in preselected", { preselectedCategories: ["*"] }, "rule 'a': preselectedCategories.0"],
    [
      "preselected with model none, even empty",
      { model: "none", prompt: "none", preselectedCategories: [] },
      "rule 'a': preselectedCategories",
    ],
    ["exempt marketing", { exemptCategories: ["marketing"] }, "rule 'a': exemptCategories.0"],
    ["exempt without opt-in", { model: "opt-out", exemptCategories: ["measurement"] }, "rule 'a': exemptCategories"],
    ["actions without reject", { actions: ["accept"] }, "rule 'a': actions"],
    [
      "actions with a notice",
      { model: "opt-out", prompt: "notice", actions: ["accept", "reject"] },
      "rule 'a': actions",
    ],
    ["no days", { validity: { choiceDays: 0 } }, "rule 'a': validity.choiceDays"],
    ["too many days", { validity: { noticeDays: 1e12 } }, "rule 'a': validity.noticeDays"],
    [
      "GPC that denies necessary",
      { privacySignals: { gpc: { denyCategories: ["necessary"] } } },
      "rule 'a': privacySignals.gpc.denyCategories.0",
    ],
    [
      "GPC that denies twice",
      { privacySignals: { gpc: { denyCategories: ["marketing", "marketing"] } } },
      "rule 'a': privacySignals.gpc.denyCategories",
    ],
    [
      "GPC that denies an untrimmed name",
      { privacySignals: { gpc: { denyCategories: [" marketing"] } } },
      "rule 'a': privacySignals.gpc.denyCategories.0",
    ],
    ["a review without a status", { review: {} }, "rule 'a': review.status"],
    ["a review of no kind", { review: "done" }, "rule 'a': review"],
  ])("%s is an error that names rule and field", (_, change, start) => {
    const errors = errorsOf([{ ...good, ...change }])
    assert.isTrue(
      errors.some((error) => error.startsWith(`${start}: `)),
      errors.join("\n"),
    )
  })

  it.each([
    ["`necessary` and spaces", { categories: [" marketing ", "necessary"], scopeMode: "permissive" }],
    ["`*`", { categories: ["*"] }],
    ["fractions of a day", { validity: { choiceDays: 0.5 } }],
    ["any review", { review: { status: "reviewed", reviewedOn: "2026-11-01", sources: ["s"] } }],
  ])("%s is allowed", (_, change) => {
    assert.deepStrictEqual(errorsOf([{ ...good, ...change }]), [])
  })
})

describe("a pack (policy.md 1.3)", () => {
  const other = (change: Readonly<Record<string, unknown>>) => ({ ...good, id: "b", ...change })

  it.each([
    ["no array", {}, "policyRules must be an array"],
    ["an item that is no plain object", [new Date()], "rule at index 0: must be a plain object"],
    [
      "two defaults",
      [{ ...good, match: { isDefault: true } }, other({ match: { isDefault: true } })],
      "more than one rule has match.isDefault",
    ],
    [
      "two fallbacks",
      [{ ...good, match: { fallback: true } }, other({ match: { fallback: true } })],
      "more than one rule has match.fallback",
    ],
    ["an id used twice, compared trimmed", [good, { ...good, id: " a " }], "rule 'a': id: is used"],
    ["an iab rule without IAB support", [{ ...good, model: "iab" }], "rule 'a': model"],
  ])("%s is an error", (_, rules, start) => {
    const errors = errorsOf(rules)
    assert.isTrue(
      errors.some((error) => error.startsWith(start)),
      errors.join("\n"),
    )
  })

  it("an iab rule is fine with IAB support", () => {
    assert.deepStrictEqual(errorsOf([{ ...good, model: "iab" }], true), [])
  })

  it("all errors of all rules come at once", () => {
    const errors = errorsOf([{ ...good, prompt: "none", actions: [] }, other({ match: {}, model: "x" }), 5])
    assert.strictEqual(errors.filter((error) => error.startsWith("rule 'a'")).length, 3)
    assert.isTrue(errors.some((error) => error.startsWith("rule 'b'")))
    assert.isTrue(errors.some((error) => error.startsWith("rule at index 2")))
  })

  it("entries keep the authored order and matchers, and exactly three keys", () => {
    const pack = Either.getOrThrow(compilePack([other({}), good], { iabEnabled: false }))
    assert.deepStrictEqual(
      pack.map(({ rule }) => rule.id),
      ["b", "a"],
    )
    assert.deepStrictEqual(pack[0]?.match, good.match)
    for (const entry of pack) assert.sameMembers(Object.keys(entry), ["match", "rule", "fingerprints"])
  })
})
