import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { storedRecord } from "../../testing/RecordItems.js"
import { subjectVendorChoice } from "./SubjectVendorChoice.js"
import type { ConsentRecord } from "./ConsentRecord.js"
import type { Receipt } from "./Receipt.js"
import { subjectChoice } from "./SubjectChoice.js"

let count = 0

const record = (fields: Partial<ConsentRecord>): ConsentRecord => ({
  ...storedRecord,
  id: `cns_${String((count += 1)).padStart(6, "0")}`,
  givenAt: 0,
  preferences: {},
  ...fields,
})

const receipt = (value: boolean, confirmedAt: number): Receipt => ({ value, confirmedAt, basis: { kind: "legacy-v2" } })

const withReceipts = (givenAt: number, categories: Readonly<Record<string, Receipt>>) =>
  record({ givenAt, choice: { version: 3, categories } })

const latest = (...records: ReadonlyArray<ConsentRecord>) => subjectChoice(records)?.categories ?? null

describe("subjectChoice", () => {
  it("a later confirmation replaces an earlier one of its category, and no other", () => {
    const first = withReceipts(1, { marketing: receipt(true, 1), measurement: receipt(true, 1) })
    const second = withReceipts(2, { marketing: receipt(false, 2) })
    assert.deepStrictEqual(latest(first, second), { marketing: receipt(false, 2), measurement: receipt(true, 1) })
  })

  it("an act that arrives later but was confirmed earlier replaces nothing; an equal time replaces", () => {
    const newer = withReceipts(1, { marketing: receipt(false, 9) })
    assert.deepStrictEqual(latest(newer, withReceipts(2, { marketing: receipt(true, 8) })), {
      marketing: receipt(false, 9),
    })
    assert.deepStrictEqual(latest(newer, withReceipts(2, { marketing: receipt(true, 9) })), {
      marketing: receipt(true, 9),
    })
  })

  it("a record without receipts voids earlier grants, keeps refusals, and grants what it names", () => {
    const first = withReceipts(1, { marketing: receipt(true, 1), measurement: receipt(false, 1) })
    const snapshot = record({ givenAt: 2, preferences: { experience: true, marketing: false } })
    assert.deepStrictEqual(latest(first, snapshot), { measurement: receipt(false, 1), experience: receipt(true, 2) })
  })

  it("a record without receipts voids no grant that was confirmed after it, and every one at its own time", () => {
    const first = withReceipts(1, { marketing: receipt(true, 3), measurement: receipt(true, 2) })
    assert.deepStrictEqual(latest(first, record({ givenAt: 2 })), { marketing: receipt(true, 3) })
  })

  it("a record of neither receipts nor preferences voids earlier grants and grants nothing", () => {
    const first = withReceipts(1, { marketing: receipt(true, 1), measurement: receipt(false, 1) })
    assert.deepStrictEqual(latest(first, record({ givenAt: 2, preferences: null })), { measurement: receipt(false, 1) })
  })

  it("an unreadable record voids earlier grants and grants nothing", () => {
    const first = withReceipts(1, { marketing: receipt(true, 1), measurement: receipt(false, 1) })
    assert.deepStrictEqual(latest(first, record({ givenAt: 2, choice: "unreadable" })), {
      measurement: receipt(false, 1),
    })
    assert.isNull(latest(record({ preferences: "unreadable" })))
  })

  it("records of other types do not count", () => {
    assert.isNull(latest({ ...withReceipts(1, { marketing: receipt(true, 1) }), type: "other" }))
  })

  it("does not depend on the order of the records, and an unreadable one never adds a grant", () => {
    const some = FastCheck.array(
      FastCheck.record({
        givenAt: FastCheck.nat(5),
        value: FastCheck.boolean(),
        confirmedAt: FastCheck.nat(5),
        kind: FastCheck.constantFrom("receipt", "snapshot", "unreadable"),
      }),
      { maxLength: 6 },
    ).map((acts) =>
      acts.map(({ confirmedAt, givenAt, kind, value }) => {
        if (kind === "receipt") return withReceipts(givenAt, { marketing: receipt(value, confirmedAt) })
        return kind === "snapshot"
          ? record({ givenAt, preferences: { marketing: value } })
          : record({ givenAt, choice: "unreadable" })
      }),
    )
    FastCheck.assert(
      FastCheck.property(some, (records) => {
        assert.deepStrictEqual(subjectChoice(records.toReversed()), subjectChoice(records))
        const hidden = records.map((each) => record({ givenAt: each.givenAt, choice: "unreadable" }))
        assert.isNull(subjectChoice(hidden))
      }),
    )
  })
})

const vendors = (givenAt: number, confirmedAt: number, grants: Readonly<Record<string, boolean>>) =>
  record({ givenAt, vendorChoice: { version: 1, confirmedAt, grants } })

describe("subjectVendorChoice", () => {
  it("1: the most recent act decides every vendor it names, by the act's time, not the map's", () => {
    const choice = subjectVendorChoice([vendors(1, 90, { a: true }), vendors(2, 80, { a: false })])
    assert.deepStrictEqual(choice, { version: 1, confirmedAt: 80, grants: { a: false } })
  })

  it("2 and 3: an omitted vendor keeps its decision, and the oldest remaining one dates the whole", () => {
    const choice = subjectVendorChoice([vendors(1, 10, { a: true, b: true }), vendors(2, 20, { a: false })])
    assert.deepStrictEqual(choice, { version: 1, confirmedAt: 10, grants: { a: false, b: true } })
  })

  it("3: a decision that is fully replaced does not date it", () => {
    const choice = subjectVendorChoice([vendors(1, 10, { a: true }), vendors(2, 20, { a: false })])
    assert.strictEqual(choice?.confirmedAt, 20)
  })

  it("4: an empty map is valid, and decides nothing", () => {
    assert.deepStrictEqual(subjectVendorChoice([vendors(1, 10, {})]), { version: 1, confirmedAt: 10, grants: {} })
    assert.deepStrictEqual(subjectVendorChoice([vendors(1, 10, { a: true }), vendors(2, 20, {})])?.grants, { a: true })
  })

  it("5: without any map there is no choice; records without one are skipped", () => {
    assert.isNull(subjectVendorChoice([record({})]))
    assert.deepStrictEqual(subjectVendorChoice([vendors(1, 10, { a: true }), record({ givenAt: 9 })])?.grants, {
      a: true,
    })
  })

  it("records of other types do not count", () => {
    const other = { ...vendors(2, 20, { a: false, b: true }), type: "other" }
    assert.deepStrictEqual(subjectVendorChoice([vendors(1, 10, { a: true }), other])?.grants, { a: true })
    assert.isNull(subjectVendorChoice([other]))
  })

  it("an unreadable newest map: no choice; an older one is skipped", () => {
    const broken = (givenAt: number) => record({ givenAt, vendorChoice: "unreadable" })
    assert.isNull(subjectVendorChoice([vendors(1, 10, { a: true }), broken(2)]))
    assert.deepStrictEqual(subjectVendorChoice([broken(0), vendors(1, 10, { a: true })])?.grants, { a: true })
  })

  it("equals folding the acts one by one, oldest first", () => {
    const act = FastCheck.record({
      givenAt: FastCheck.nat(6),
      confirmedAt: FastCheck.nat(50),
      grants: FastCheck.dictionary(FastCheck.constantFrom("a", "b", "c"), FastCheck.boolean()),
    })
    FastCheck.assert(
      FastCheck.property(FastCheck.uniqueArray(act, { selector: ({ givenAt }) => givenAt, minLength: 1 }), (acts) => {
        const folded = new Map<string, { readonly granted: boolean; readonly at: number }>()
        for (const { confirmedAt, grants } of acts.toSorted((a, b) => a.givenAt - b.givenAt)) {
          for (const [vendor, granted] of Object.entries(grants)) folded.set(vendor, { granted, at: confirmedAt })
        }
        const choice = subjectVendorChoice(
          acts.map(({ confirmedAt, givenAt, grants }) => vendors(givenAt, confirmedAt, grants)),
        )
        assert.deepStrictEqual(
          new Map(Object.entries(choice?.grants ?? {})),
          new Map([...folded].map(([id, { granted }]) => [id, granted])),
        )
        if (folded.size > 0)
          assert.strictEqual(choice?.confirmedAt, Math.min(...[...folded.values()].map(({ at }) => at)))
      }),
    )
  })
})
