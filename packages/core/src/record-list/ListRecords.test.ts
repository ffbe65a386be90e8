import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type { StoredRecord } from "../ports/Records.js"
import { type RecordRead, recordsOf } from "../testing/Ports.js"
import { recordAt } from "../testing/RecordItems.js"
import { fitsFilter, type ListQuery, type RecordFilter } from "./ListQuery.js"
import { listRecords } from "./ListRecords.js"

const everyRecord: RecordFilter = { domain: null, type: null, country: null, action: null }

const start = Date.UTC(2026, 0, 1)

/** All records of the tests: a span whose ids are one range. */
const everything: ListQuery = { from: start, before: start + 10_000, after: null, filter: everyRecord, limit: 100 }

const list = (stored: ReadonlyArray<StoredRecord>, query: Partial<ListQuery>) => {
  const reads: Array<RecordRead> = []
  const page = listRecords({ ...everything, ...query })
  const { next, records } = Effect.runSync(Effect.provide(page, recordsOf(stored, reads)))
  return { ids: records.map(({ facts }) => facts.id), next, read: reads.map(({ limit }) => limit) }
}

/** Every page of a list, until nothing is left. */
const pagesOf = (stored: ReadonlyArray<StoredRecord>, query: Partial<ListQuery>) => {
  const pages: Array<ReadonlyArray<string>> = []
  let after: string | null = null
  while (pages.length <= stored.length) {
    const page = list(stored, { ...query, after })
    pages.push(page.ids)
    if (page.next === null) return pages
    after = page.next
  }
  return assert.fail("more pages than records")
}

const ofShop = { ...everyRecord, domain: "shop.example" }

describe("a list of records", () => {
  it("has every record that fits, once and in order, on pages that are no longer than was asked for", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.constantFrom("shop.example", "news.example"), { maxLength: 40 }),
        FastCheck.integer({ min: 1, max: 7 }),
        (domains, limit) => {
          const stored = domains.map((domain, at) => recordAt(start + at, 0, { domain }))
          const pages = pagesOf(stored, { filter: ofShop, limit })
          const fitting = stored.filter(({ facts }) => facts.domain === "shop.example")
          assert.deepStrictEqual(
            pages.flat(),
            fitting.map(({ facts }) => facts.id),
          )
          // All pages are full but the last one that has any.
          assert.deepStrictEqual(
            pages.filter((ids) => ids.length > 0).map((ids) => ids.length),
            Array.from({ length: Math.ceil(fitting.length / limit) }, (_, at) =>
              Math.min(limit, fitting.length - at * limit),
            ),
          )
        },
      ),
    )
  })

  it("is read once for a page that every record fits on", () => {
    const stored = Array.from({ length: 6 }, (_, at) => recordAt(start + at, 0))
    const page = list(stored, { limit: 3 })
    assert.deepStrictEqual([page.ids, page.next, page.read], [pagesOf(stored, { limit: 3 })[0], page.ids[2], [3]])
  })

  it("keeps to its span of time", () => {
    const stored = Array.from({ length: 6 }, (_, at) => recordAt(start + at, 0))
    const ids = stored.map(({ facts }) => facts.id)
    assert.deepStrictEqual(pagesOf(stored, { from: start + 1, before: start + 4 }).flat(), ids.slice(1, 4))
  })

  it("looks at 2,000 records for a page, and answers with what it found and where to go on", () => {
    const stored = Array.from({ length: 2_010 }, (_, at) =>
      recordAt(start + at, 0, { domain: at === 3 || at === 2_005 ? "shop.example" : "news.example" }),
    )
    const idAt = (at: number): string => stored[at]?.facts.id ?? assert.fail("no such record")
    const first = list(stored, { filter: ofShop, limit: 250 })
    assert.deepStrictEqual(first, { ids: [idAt(3)], next: idAt(1_999), read: Array.from({ length: 8 }, () => 250) })
    const second = list(stored, { filter: ofShop, limit: 250, after: first.next })
    assert.deepStrictEqual([second.ids, second.next], [[idAt(2_005)], null])
    // What a short page looked at first is counted, too.
    assert.deepStrictEqual(list(stored, { filter: ofShop, limit: 10 }).read, [
      10,
      ...Array.from({ length: 8 }, () => 250),
    ])
  })
})

const german = { policyId: "europe", country: "DE", region: null, language: "de" }

describe("a filter", () => {
  const record: StoredRecord = { ...recordAt(start, 0, { consentAction: "accept_all" }), policy: german }

  it.each<[Partial<RecordFilter>, boolean]>([
    [{}, true],
    [{ domain: "shop.example" }, true],
    [{ domain: "news.example" }, false],
    [{ type: "cookie_banner" }, true],
    [{ type: "privacy_policy" }, false],
    [{ action: "accept_all" }, true],
    [{ action: "reject_all" }, false],
    [{ country: "DE" }, true],
    [{ country: "FR" }, false],
    [{ domain: "shop.example", type: "cookie_banner", action: "accept_all", country: "DE" }, true],
    [{ domain: "news.example", type: "cookie_banner", action: "accept_all", country: "DE" }, false],
    [{ domain: "shop.example", type: "privacy_policy", action: "accept_all", country: "DE" }, false],
    [{ domain: "shop.example", type: "cookie_banner", action: "custom", country: "DE" }, false],
    [{ domain: "shop.example", type: "cookie_banner", action: "accept_all", country: "FR" }, false],
  ])("%j fits a record that has all of it: %s", (filter, fits) => {
    assert.strictEqual(fitsFilter({ ...everyRecord, ...filter }, record), fits)
  })

  it("by a country fits no record without a decision", () => {
    assert.isFalse(fitsFilter({ ...everyRecord, country: "DE" }, { ...record, policy: null }))
    assert.isTrue(fitsFilter(everyRecord, { ...record, policy: null }))
  })
})
