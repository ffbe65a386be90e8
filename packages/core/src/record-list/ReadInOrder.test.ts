import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { timedIdRanges } from "../digest/TimedIdRanges.js"
import type { StoredRecord } from "../ports/Records.js"
import { type RecordRead, recordsOf } from "../testing/Ports.js"
import { recordAt } from "../testing/RecordItems.js"
import { readInOrder, type RecordSpan } from "./ReadInOrder.js"

const always: RecordSpan = { from: null, before: null, after: null }

const read = (stored: ReadonlyArray<StoredRecord>, span: Partial<RecordSpan>, limit: number) => {
  const reads: Array<RecordRead> = []
  const page = readInOrder({ ...always, ...span }, limit)
  return { page: Effect.runSync(Effect.provide(page, recordsOf(stored, reads))), reads }
}

/** The ids of all pages, one after another. */
const readAll = (stored: ReadonlyArray<StoredRecord>, span: Partial<RecordSpan>, limit: number) => {
  const ids: Array<string> = []
  let after: string | null = null
  for (let pages = 0; pages <= stored.length; pages += 1) {
    const { page } = read(stored, { ...span, after }, limit)
    ids.push(...page.records.map(({ facts }) => facts.id))
    if (page.next === null) return ids
    after = page.next
  }
  return assert.fail("more pages than records")
}

const idsOf = (records: ReadonlyArray<StoredRecord>): ReadonlyArray<string> => records.map(({ facts }) => facts.id)

/** The first millisecond that ids distinguish. */
const epoch = 1_700_000_000_000

/** From before the first time of ids to far behind it: their ids are not all in the order of time. */
const times = FastCheck.oneof(
  FastCheck.integer({ min: epoch - 3, max: epoch + 300 }),
  FastCheck.integer({ min: 0, max: 41 }).map((bits) => epoch + 2 ** bits),
)

const records = FastCheck.uniqueArray(
  FastCheck.tuple(times, FastCheck.constantFrom(0, 1, 255)).map(([time, which]) => recordAt(time, which)),
  { selector: ({ facts }) => facts.id, maxLength: 12 },
)

const bounds = FastCheck.option(times)

describe("records in their order", () => {
  it("are those of the span, each once, in the order of their ids, for pages of any size", () => {
    FastCheck.assert(
      FastCheck.property(
        records,
        bounds,
        bounds,
        FastCheck.integer({ min: 1, max: 5 }),
        (stored, from, before, limit) => {
          const wanted = stored.filter(
            ({ facts: { givenAt } }) => givenAt >= (from ?? -Infinity) && givenAt < (before ?? Infinity),
          )
          assert.deepStrictEqual(readAll(stored, { from, before }, limit), idsOf(wanted).toSorted())
        },
      ),
      { numRuns: 100 },
    )
  })

  it("begin at the first millisecond of the span, and end before its last bound", () => {
    const stored = [5, 6, 7, 8].map((offset) => recordAt(epoch + offset, 0))
    assert.deepStrictEqual(readAll(stored, { from: epoch + 6, before: epoch + 8 }, 10), idsOf(stored.slice(1, 3)))
    const early = [-2, -1, 0].map((offset) => recordAt(epoch + offset, offset + 2))
    assert.deepStrictEqual(readAll(early, { from: epoch - 1, before: epoch }, 10), idsOf(early.slice(1, 2)))
  })

  it("go on behind the record that was seen last, also where that one is the first of the span", () => {
    const stored = [recordAt(epoch + 6, 0), recordAt(epoch + 6, 1)]
    const [first = "", second = ""] = idsOf(stored)
    assert.deepStrictEqual(idsOf(read(stored, { from: epoch + 6, after: first }, 10).page.records), [second])
    assert.deepStrictEqual(read(stored, { from: epoch + 6, after: second }, 10).page, { records: [], next: null })
  })

  it("are of any time where the span has no bounds", () => {
    const stored = [-1, 0, epoch, 2 * epoch].map((time, at) => recordAt(time, at))
    assert.sameMembers(readAll(stored, {}, 1), [...idsOf(stored)])
  })

  it("are looked for in the span only, also behind a record from before it", () => {
    const span = { from: Date.UTC(2026, 0, 1), before: Date.UTC(2026, 1, 1) }
    const [after] = idsOf([recordAt(span.from - 1, 0)])
    const { reads } = read([], { ...span, after: after ?? null }, 10)
    assert.deepStrictEqual(
      reads.map(({ range }) => range),
      [...timedIdRanges("cns", span.from, span.before)],
    )
  })

  it("are not looked for again in a range that was seen to its end", () => {
    const span = { from: Date.UTC(2026, 0, 1), before: Date.UTC(2026, 1, 1) }
    const end = timedIdRanges("cns", span.from, span.before).at(-1)?.to ?? assert.fail("no range")
    const { page, reads } = read([], { ...span, after: end }, 10)
    assert.deepStrictEqual([page, reads], [{ records: [], next: null }, []])
  })

  it("name the last record that was looked at, also where it is of another time", () => {
    // Acts before the first time of ids have its ids.
    const stored = [recordAt(epoch - 2, 1), recordAt(epoch - 1, 2)]
    const { page } = read(stored, { from: epoch - 3, before: epoch - 1 }, 10)
    assert.deepStrictEqual([idsOf(page.records), page.next], [idsOf(stored.slice(0, 1)), idsOf(stored)[1]])
  })
})
