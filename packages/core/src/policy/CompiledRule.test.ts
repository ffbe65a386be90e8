import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { fingerprintsOf } from "./Fingerprint.js"
import { compileRules } from "./CompiledRule.js"
import { resolvePolicy } from "./ResolveRule.js"

const good = { id: "a", match: { countries: [" de "] }, model: "opt-in", prompt: "choice" } as const

const entriesOf = (...rules: ReadonlyArray<unknown>) => Either.getOrThrow(compileRules(rules, { iabEnabled: false }))

describe("a pack", () => {
  it("entries keep the authored order and matchers, and exactly three keys", () => {
    const pack = entriesOf({ ...good, id: "b" }, good)
    assert.deepStrictEqual(
      pack.map(({ rule }) => rule.id),
      ["b", "a"],
    )
    assert.deepStrictEqual(pack[0]?.match, good.match)
    for (const entry of pack) assert.sameMembers(Object.keys(entry), ["match", "rule", "fingerprints"])
  })

  it("entries are resolved and have their fingerprints", () => {
    const [entry] = entriesOf(good)
    assert.deepStrictEqual(entry?.rule, resolvePolicy(good))
    assert.deepStrictEqual(entry?.fingerprints, fingerprintsOf(resolvePolicy(good)))
  })

  it("invalid rules give every error", () => {
    const rules = [{ ...good, model: "iab" }, { ...good, id: "b", prompt: "none" }, 5]
    assert.deepStrictEqual(compileRules(rules, { iabEnabled: false }).pipe(Either.flip, Either.getOrThrow), [
      "rule 'b': prompt: must be choice with model 'opt-in'",
      "rule at index 2: must be a plain object",
      "rule 'a': model: 'iab' needs iab.enabled: true",
    ])
  })

  it("an iab rule is fine with IAB support", () => {
    assert.isTrue(Either.isRight(compileRules([{ ...good, model: "iab" }], { iabEnabled: true })))
  })

  it("legacyMaterial and review are never in the resolved rule", () => {
    const legacyMaterial = { input: { v: 2 }, policyFingerprint: "f" }
    const [plain, frozen] = entriesOf(good, { ...good, id: "b", legacyMaterial, review: { status: "pending" } })
    assert.deepStrictEqual(frozen?.rule, { ...plain?.rule, id: "b" })
  })
})
