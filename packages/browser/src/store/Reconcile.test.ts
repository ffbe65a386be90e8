import { optionalCategories } from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { type ConsentRecords, noRecords } from "../consent/Records.js"
import { merge, reconcile } from "./Reconcile.js"
import { anyRecords, anyTime } from "../testing/RecordArbitrary.js"

const late = { voidUntil: 0, since: -1, now: 9e15 }

const mergeNewer = (a: ConsentRecords, b: ConsentRecords) => merge(a, b, late)

const decisions = ({ categories, vendors }: ConsentRecords) => ({
  categories: optionalCategories.map((category) => {
    const { confirmedAt, value } = categories[category] ?? {}
    return [category, value, confirmedAt]
  }),
  vendors: vendors && [vendors.confirmedAt, [...vendors.denied].sort()],
})

const marketing = (value: boolean, confirmedAt: number): ConsentRecords => ({
  ...noRecords,
  categories: { marketing: { value, confirmedAt, basis: { kind: "legacy-v2" } } },
})

const told = ({ categories: { marketing: receipt } }: ConsentRecords): string =>
  receipt === undefined ? "none" : `${receipt.value ? "grant" : "denial"} ${receipt.confirmedAt}`

describe("cookie and localStorage", () => {
  it.each<[string, ConsentRecords | null, ConsentRecords | null, string]>([
    ["the cookie decides", marketing(true, 5), marketing(true, 9), "grant 5"],
    ["a newer denial aside holds", marketing(true, 5), marketing(false, 9), "denial 9"],
    ["an older denial aside does not", marketing(true, 5), marketing(false, 4), "grant 5"],
    ["a newer grant aside does not", marketing(false, 5), marketing(true, 9), "denial 5"],
    ["denial at the same time", marketing(true, 5), marketing(false, 5), "denial 5"],
    ["and the reverse", marketing(false, 5), marketing(true, 5), "denial 5"],
    ["a grant the cookie knows nothing of", noRecords, marketing(true, 5), "none"],
    ["a denial the cookie knows nothing of", noRecords, marketing(false, 5), "denial 5"],
    ["no cookie", null, marketing(true, 5), "grant 5"],
    ["only the cookie", marketing(true, 5), null, "grant 5"],
    ["nothing", null, null, "none"],
  ])("%s", (_, cookie, local, expected) => {
    assert.strictEqual(told(reconcile(cookie, local, late)), expected)
  })

  it("never remembers grants that the cookie would have forgotten; remembers denials", () => {
    const term = { voidUntil: 0, since: 10, now: 20 }
    assert.strictEqual(told(reconcile(null, marketing(true, 10), term)), "none")
    assert.strictEqual(told(reconcile(null, marketing(true, 11), term)), "grant 11")
    assert.strictEqual(told(reconcile(null, marketing(false, 3), term)), "denial 3")
    assert.strictEqual(told(reconcile(marketing(true, 3), null, term)), "none")
  })

  it("vendors switched off in either copy stay off, unless the cookie is newer", () => {
    const off = (confirmedAt: number, ...denied: Array<string>): ConsentRecords => ({
      ...noRecords,
      vendors: { confirmedAt, denied },
    })
    const vendors = (cookie: ConsentRecords, local: ConsentRecords) =>
      reconcile(cookie, local, late).vendors?.denied.join()
    assert.strictEqual(vendors(off(1, "a"), off(2)), "a")
    assert.strictEqual(vendors(off(1, "a"), off(2, "b")), "a,b")
    assert.strictEqual(vendors(off(2), off(1, "b")), "")
    assert.strictEqual(vendors(noRecords, off(1, "b")), "b")
  })

  it.prop("grants nothing that the cookie does not grant", [anyRecords, anyRecords], ([cookie, local]) => {
    const { categories } = reconcile(cookie, local, late)
    for (const category of optionalCategories) {
      if (categories[category]?.value) assert.deepStrictEqual(categories[category], cookie.categories[category])
    }
  })

  it.prop(
    "read, written to both and read again is the same",
    [fc.option(anyRecords), anyRecords, anyTime],
    ([cookie, local, epoch]) => {
      const once = reconcile(cookie, local, { ...late, voidUntil: epoch })
      assert.deepStrictEqual(reconcile(once, once, { ...late, voidUntil: epoch }), once)
    },
  )
})

describe("clearing, and wrong clocks", () => {
  it.prop(
    "drops everything up to the clearing, and keeps everything after it",
    [anyRecords, anyTime],
    ([records, epoch]) => {
      const left = reconcile(records, null, { ...late, voidUntil: epoch, since: epoch }).categories
      for (const category of optionalCategories) {
        const receipt = records.categories[category]
        assert.deepStrictEqual(left[category], receipt && receipt.confirmedAt > epoch ? receipt : undefined)
      }
    },
  )

  it.each<[string, ConsentRecords, ConsentRecords, string]>([
    ["a grant holds", marketing(true, 11), noRecords, "grant 11"],
    ["a denial holds", marketing(false, 1_011), noRecords, "denial 1011"],
    ["but is replaced by a grant of today", marketing(false, 1_011), marketing(true, 9), "grant 9"],
    ["and a grant to a denial", marketing(true, 1_011), marketing(false, 9), "denial 9"],
    ["of two the denial holds", marketing(true, 1_012), marketing(false, 1_011), "denial 1011"],
    ["a second is none of it", marketing(true, 10), marketing(false, 1_010), "denial 1010"],
  ])("of the future: %s", (_, a, b, expected) => {
    const term = { voidUntil: 3, since: 3, now: 10 }
    assert.strictEqual(told(merge(a, b, term)), expected)
    assert.strictEqual(told(merge(b, a, term)), expected)
  })
})

describe("two tabs", () => {
  it.prop("is commutative", [anyRecords, anyRecords], ([a, b]) => {
    assert.deepStrictEqual(decisions(mergeNewer(a, b)), decisions(mergeNewer(b, a)))
  })

  it.prop("nor how often", [anyRecords, anyRecords], ([a, b]) => {
    const once = mergeNewer(a, b)
    assert.deepStrictEqual(decisions(mergeNewer(once, b)), decisions(once))
  })

  it.prop("is associative", [anyRecords, anyRecords, anyRecords], ([a, b, c]) => {
    const { vendors: _, ...left } = decisions(mergeNewer(mergeNewer(a, b), c))
    const { vendors: __, ...right } = decisions(mergeNewer(a, mergeNewer(b, c)))
    assert.deepStrictEqual(left, right)
  })

  it.prop("a denial yields only to a newer grant", [anyRecords, anyRecords], ([a, b]) => {
    const { categories } = mergeNewer(a, b)
    for (const category of optionalCategories) {
      const denials = [a, b].map((one) => one.categories[category]).filter((receipt) => receipt?.value === false)
      const merged = categories[category]
      for (const denial of denials) {
        assert.isTrue(!merged?.value || merged.confirmedAt > (denial?.confirmedAt ?? 0))
      }
    }
  })

  it("the subject comes from the tab that writes, and missing members from the stored one", () => {
    const of = (subject: ConsentRecords["subject"]): ConsentRecords => ({ ...noRecords, subject })
    const names = { externalId: "a", identityProvider: "b" }
    assert.deepStrictEqual(mergeNewer(of({ subjectId: "sub_2" }), of({ subjectId: "sub_1", ...names })).subject, {
      subjectId: "sub_2",
      ...names,
    })
    assert.deepStrictEqual(mergeNewer(of({}), of({ subjectId: "sub_1" })).subject, { subjectId: "sub_1" })
  })
})
