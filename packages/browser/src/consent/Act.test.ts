import type { DeclaredVendor } from "@consent-service/core/vendor"
import { optionalCategories } from "@consent-service/core/policy"
import { SubmissionBody } from "@consent-service/core/consent"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as fc from "effect/FastCheck"
import { type Act, preferencesOf, recordAct, savePayload } from "./Act.js"
import { noRecords } from "./Records.js"

const decode = Schema.decodeUnknownSync(SubmissionBody)

const vendor = (id: string): DeclaredVendor => ({
  id,
  name: id,
  category: "measurement",
  privacyPolicyUrl: "https://vendor.test/privacy",
})

const declared = [vendor("one"), vendor("two")]

const context = { subjectId: "sub_111abc", domain: "www.site.test", model: "opt-in" }

const anyAct: fc.Arbitrary<Act> = fc.record({
  categories: fc.dictionary(fc.constantFrom(...optionalCategories), fc.boolean()),
  denied: fc.option(fc.subarray(["one", "two"])),
  action: fc.constantFrom("all" as const, "necessary" as const, "custom" as const),
  source: fc.constantFrom("banner", "dialog", "widget", "none"),
  at: fc.integer({ min: 0, max: 1_900_000_000_000 }),
  terms: fc.constantFrom("c", "d", null),
})

describe("an act", () => {
  it.prop(
    "leaves categories that it does not mention unchanged",
    { acts: fc.array(anyAct, { maxLength: 5 }), act: anyAct },
    ({ act, acts }) => {
      const before = acts.reduce(recordAct, noRecords)
      const after = recordAct(before, act)
      for (const category of optionalCategories) {
        const value = act.categories[category]
        if (value === undefined) assert.strictEqual(after.categories[category], before.categories[category])
        else {
          const basis =
            act.terms === null ? { kind: "legacy-v2" as const } : { kind: "choice-v1" as const, fingerprint: act.terms }
          assert.deepStrictEqual(after.categories[category], { value, confirmedAt: act.at, basis })
        }
      }
      assert.deepStrictEqual(
        after.vendors,
        act.denied === null ? before.vendors : { confirmedAt: act.at, denied: act.denied },
      )
    },
  )

  it.prop(
    "is a save that the service accepts",
    { acts: fc.array(anyAct, { maxLength: 5 }), act: anyAct },
    ({ act, acts }) => {
      const records = recordAct(acts.reduce(recordAct, noRecords), act)
      const payload = savePayload(records, act, declared, context)
      const body = decode(JSON.parse(JSON.stringify(payload)))
      assert.deepStrictEqual(Object.keys(body.choice?.categories ?? {}).sort(), Object.keys(act.categories).sort())
      for (const [category, receipt] of Object.entries(body.choice?.categories ?? {})) {
        assert.strictEqual(body.preferences?.[category], receipt?.value, category)
      }
      assert.deepStrictEqual(body.preferences, preferencesOf(records))
      assert.strictEqual(body.givenAt, act.at)
    },
  )
})

describe("the vendors of a save", () => {
  const act: Act = { categories: {}, denied: ["two"], action: "custom", source: "dialog", at: 5, terms: "c" }

  it("are the complete map of declared vendors, with the time of the decision", () => {
    const { choice, vendorChoice } = savePayload(recordAct(noRecords, act), act, declared, context)
    assert.deepStrictEqual(vendorChoice, { version: 1, confirmedAt: 5, grants: { one: true, two: false } })
    assert.deepStrictEqual(choice, { version: 3, categories: {} })
  })

  it("are absent where none is declared, or none was decided", () => {
    assert.isUndefined(savePayload(recordAct(noRecords, act), act, [], context).vendorChoice)
    const silent = { ...act, denied: null }
    assert.isUndefined(savePayload(recordAct(noRecords, silent), silent, declared, context).vendorChoice)
  })
})
