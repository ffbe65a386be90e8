import { assert, describe, it } from "@effect/vitest"
import { linkEntryId, linkEntryPrefix, linkReceivedAt } from "./LinkEntryId.js"

describe("ids of the entries of links", () => {
  it("begin alike for one subject, with 16 hex digits of its digest, and not for another one", () => {
    assert.match(linkEntryPrefix("sub_1"), /^lnk_[0-9a-f]{16}_$/)
    assert.notStrictEqual(linkEntryPrefix("sub_1"), linkEntryPrefix("sub_2"))
    assert.strictEqual(linkEntryId("sub_1", 17, "x"), `${linkEntryPrefix("sub_1")}17_x`)
  })

  it("tell the time they were queued at", () => {
    for (const time of [0, 1796083200000, Number.MAX_SAFE_INTEGER])
      assert.strictEqual(linkReceivedAt(linkEntryId("sub_1", time, "1_2")), time)
  })

  it("have one form", () => {
    const id = linkEntryId("sub_1", 17, "x")
    for (const other of ["", `x${id}`, id.slice(0, -2), id.replace("lnk", "ers"), id.replace("_17_", "_-17_")])
      assert.isNull(linkReceivedAt(other))
    assert.isNull(linkReceivedAt(linkEntryId("sub_1", 17, "x").replace("_17_", "_17171717171717171_")))
    assert.isNull(linkReceivedAt(`lnk_${"A".repeat(16)}_17_x`))
  })
})
