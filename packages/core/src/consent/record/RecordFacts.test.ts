import { assert, describe, it } from "@effect/vitest"
import { facts } from "../../testing/EvidenceVectors.js"
import { committedRecord } from "../../testing/RecordItems.js"
import { recordFacts } from "./RecordFacts.js"

describe("the facts that a record is committed by", () => {
  it("are all that is stored of it", () => {
    assert.deepStrictEqual(recordFacts(committedRecord), facts)
  })

  it("hold metadata as a store returns it: as JSON", () => {
    const metadata = { page: "/", at: new Date(0), unsaid: undefined, list: [undefined] }
    assert.deepStrictEqual(recordFacts({ ...committedRecord, metadata }).metadata, {
      page: "/",
      at: "1970-01-01T00:00:00.000Z",
      list: [null],
    })
  })

  it("keep metadata that cannot be read as unreadable", () => {
    assert.strictEqual(recordFacts({ ...committedRecord, metadata: "unreadable" }).metadata, "unreadable")
  })
})
