import { assert, describe, it } from "@effect/vitest"
import { committedRecord } from "../../testing/RecordItems.js"
import { newestFirst, toHistoryRecord } from "./ConsentRecord.js"

describe("the record in a history", () => {
  it("holds what was decided, and neither address, browser nor proof of the policy", () => {
    const { choice, createdAt, givenAt, id, preferences } = committedRecord
    assert.deepStrictEqual(toHistoryRecord(committedRecord), {
      id,
      type: "cookie_banner",
      domain: "shop.example",
      documentId: null,
      givenAt,
      createdAt,
      preferences,
      choice,
      vendorChoice: null,
      jurisdiction: "GDPR",
      decisionSource: "snapshot_token",
    })
  })

  it("comes before older acts, and of equal times the greater id comes first", () => {
    const acts = ["1 b", "2 a", "1 a", "3 b"].map((id) => ({ id, givenAt: Number(id[0]) }))
    assert.deepStrictEqual(
      acts.toSorted(newestFirst).map(({ id }) => id),
      ["3 b", "2 a", "1 b", "1 a"],
    )
  })
})
