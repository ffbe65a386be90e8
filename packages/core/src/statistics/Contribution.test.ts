import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type CountedRecord, contributionOf, contributionOfPrompt } from "./Contribution.js"
import { noCounts } from "./Counts.js"

const bare: CountedRecord = { givenAt: 0, consentAction: null, preferences: null, experiment: null, policy: null }

const policy = { policyId: "europe", country: "DE", language: "de-AT,en;q=0.5" }

const experiment = { id: "hero", arm: "a" }

/** The groups of a contribution as texts: the dimension, the value and the part. */
const groupsIn = ({ groups }: ReturnType<typeof contributionOf>) =>
  groups.map(({ dimension, part, value }) => [dimension, value, part])

describe("the groups of a record", () => {
  it("are its country, rule, language, experiment with its arm, and action", () => {
    const record = { ...bare, consentAction: "accept_all", policy, experiment }
    assert.deepStrictEqual(groupsIn(contributionOf(record)), [
      ["day", "", ""],
      ["country", "DE", ""],
      ["rule", "europe", ""],
      ["language", "de", ""],
      ["experiment", "hero", "a"],
      ["action", "accept_all", ""],
    ])
  })

  it("are those without a value for what was not recorded", () => {
    const none = ["day", "country", "rule", "language", "experiment", "action"].map((dimension) => [dimension, "", ""])
    assert.deepStrictEqual(groupsIn(contributionOf(bare)), none)
    const unknown = { policyId: "", country: null, language: "" }
    assert.deepStrictEqual(groupsIn(contributionOf({ ...bare, policy: unknown })), none)
  })

  it("have no more of a long name than a column holds", () => {
    const long = { policyId: "r".repeat(256), country: "DE", language: "de" }
    const record = { ...bare, policy: long, experiment: { id: "i".repeat(300), arm: "a".repeat(129) } }
    const [, , rule, , arm] = groupsIn(contributionOf(record))
    assert.deepStrictEqual(rule, ["rule", "r".repeat(255), ""])
    assert.deepStrictEqual(arm, ["experiment", "i".repeat(255), "a".repeat(128)])
  })
})

describe("what a record counts as", () => {
  it("is a record, and no answer where its action is unknown", () => {
    for (const consentAction of [null, "", "something new"]) {
      assert.deepStrictEqual(contributionOf({ ...bare, consentAction }).counts, { ...noCounts, records: 1 })
    }
  })

  it("is found for whatever is stored as its preferences", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.anything(), (preferences) => {
        const { counts } = contributionOf({ ...bare, preferences })
        assert.strictEqual(counts.records, 1)
        assert.sameMembers(Object.keys(counts), Object.keys(noCounts))
      }),
    )
  })
})

describe("a prompt", () => {
  it("counts as shown and as nothing else, on its day, and in a group of each dimension but the action", () => {
    const contribution = contributionOfPrompt({ at: 86_400_000, ...policy, experiment })
    assert.deepStrictEqual(contribution.counts, { ...noCounts, shown: 1 })
    assert.strictEqual(contribution.day, 1)
    assert.deepStrictEqual(groupsIn(contribution), [
      ["day", "", ""],
      ["country", "DE", ""],
      ["rule", "europe", ""],
      ["language", "de", ""],
      ["experiment", "hero", "a"],
    ])
  })
})
