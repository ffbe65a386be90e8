import { assert, describe, it } from "@effect/vitest"
import type { HoldScope, LegalHold } from "../ports/Erasures.js"
import { facts } from "../testing/EvidenceVectors.js"
import { holdOf, holdOfRecord } from "./Holds.js"

const hold = (id: string, scope: HoldScope): LegalHold => ({
  id,
  scope,
  reason: "claim",
  placedAt: 1,
  releasedAt: null,
})

describe("what a hold covers", () => {
  const records = [
    { ...facts, id: "cns_1", subjectId: "sub_1", type: "cookie_banner" },
    { ...facts, id: "cns_2", subjectId: "sub_2", type: "dpa" },
  ]
  const subjects = [
    { id: "sub_1", externalId: "user-1" },
    { id: "sub_2", externalId: null },
    { id: "sub_3", externalId: null },
  ]

  it.each<readonly [title: string, scope: HoldScope, covers: boolean]>([
    ["one of several subjects", { subjectId: "sub_2" }, true],
    ["one of them without records", { subjectId: "sub_3" }, true],
    ["records of a type, of an account", { externalId: "user-1", type: "cookie_banner" }, true],
    ["records of another type, of an account", { externalId: "user-1", type: "dpa" }, false],
    ["records of an account that none of them is linked to", { externalId: "user-2", type: "dpa" }, false],
  ])("is %s", (_, scope, covers) => {
    const placed = hold("case", scope)
    assert.strictEqual(holdOf({ subjects, records, legalHolds: [placed] }), covers ? placed : null)
  })

  it("is found by the first hold that covers any of it", () => {
    const legalHolds = [hold("other", { subjectId: "sub_4" }), hold("case", { type: "dpa" }), hold("all", {})]
    assert.strictEqual(holdOf({ subjects, records, legalHolds })?.id, "case")
    assert.strictEqual(holdOfRecord(legalHolds, records[0]!, "user-1")?.id, "all")
    assert.strictEqual(holdOfRecord(legalHolds, records[1]!, null)?.id, "case")
  })
})
