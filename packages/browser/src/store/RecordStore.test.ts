import { assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { type ConsentRecords, noRecords } from "../consent/Records.js"
import type { BrowserStorage } from "./BrowserStorage.js"
import { makeRecordStore } from "./RecordStore.js"

const memory = () => {
  const cookies = new Map<string, string>()
  const items = new Map<string, string>()
  const storage: BrowserStorage = {
    getCookie: (name) => cookies.get(name) ?? null,
    setCookie: (name, value, days) => (days > 0 ? void cookies.set(name, value) : void cookies.delete(name)),
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value === null) items.delete(key)
      else items.set(key, value)
    },
  }
  return { cookies, items, storage }
}

const marketing = (value: boolean, confirmedAt: number, subjectId = "sub_1a"): ConsentRecords => ({
  ...noRecords,
  subject: { subjectId },
  categories: { marketing: { value, confirmedAt, basis: { kind: "choice-v1", fingerprint: "f" } } },
})

let time = 0
const now = () => time
beforeEach(() => {
  time = 1_000
})

describe("the record store", () => {
  it("restores what was saved, from either copy alone", () => {
    for (const lost of ["cookies", "items"] as const) {
      const places = memory()
      makeRecordStore(places.storage, {}, now).save(marketing(true, 900))
      assert.deepStrictEqual([...places.cookies.keys()], ["cs"])
      places[lost].clear()
      assert.deepStrictEqual(makeRecordStore(places.storage, {}, now).load().records, marketing(true, 900))
    }
  })

  it("keeps a newer decision of another tab", () => {
    const { storage } = memory()
    const [a, b] = [makeRecordStore(storage, {}, now), makeRecordStore(storage, {}, now)]
    a.load()
    b.load()
    a.save(marketing(false, 900))
    b.save(marketing(true, 899))
    assert.deepStrictEqual(b.load().records, marketing(false, 900))
  })

  it("accepts another id of the same tab, as after a conflict", () => {
    const { storage } = memory()
    const store = makeRecordStore(storage, {}, now)
    store.save(marketing(true, 900, "sub_1a"))
    store.save(marketing(true, 900, "sub_1b"))
    assert.strictEqual(store.load().records.subject.subjectId, "sub_1b")
  })

  it("voids cleared decisions, wherever they reappear", () => {
    const { cookies, items, storage } = memory()
    const store = makeRecordStore(storage, {}, now)
    store.save(marketing(true, 900))
    store.keepNotice({ fingerprint: "f", at: 900 })
    const before = [new Map(cookies), new Map(items)] as const
    store.clear(950)
    assert.deepStrictEqual(store.load(), { records: noRecords, acknowledgement: null })
    for (const [name, value] of before[0]) cookies.set(name, value)
    for (const [name, value] of before[1]) items.set(name, value)
    assert.deepStrictEqual(store.load().records.categories, {})
    assert.isNull(store.load().acknowledgement)
    cookies.delete("cs-epoch")
    assert.deepStrictEqual(store.load().records.categories, {})
  })

  it("a decision made before another tab's clearing is not restored by a save", () => {
    const { storage } = memory()
    const [a, b] = [makeRecordStore(storage, {}, now), makeRecordStore(storage, {}, now)]
    a.save(marketing(true, 900))
    const { records } = a.load()
    b.clear(950)
    a.save(records)
    assert.deepStrictEqual(a.load().records.categories, {})
  })

  it("a clearing by a wrong clock does not void later decisions", () => {
    const { storage } = memory()
    const store = makeRecordStore(storage, {}, now)
    store.clear(5_000)
    store.save(marketing(true, 999))
    assert.isTrue(store.load().records.categories.marketing?.value)
  })

  it("a refusal wins over a grant from the future", () => {
    const { storage } = memory()
    const store = makeRecordStore(storage, {}, now)
    time = 9_000
    store.save(marketing(true, 9_000))
    time = 1_000
    store.save(marketing(false, 1_000))
    time = 10_000
    assert.isFalse(store.load().records.categories.marketing?.value)
  })

  it("a notice's acknowledgement is restored from either copy, the cookie first, by its own key", () => {
    const { cookies, items, storage } = memory()
    const store = makeRecordStore(storage, { storageKey: "my" }, now)
    store.keepNotice({ fingerprint: "ab", at: 900 })
    assert.deepStrictEqual([...cookies.keys(), ...items.keys()], ["my-notice", "my-notice"])
    items.set("my-notice", "901.cd")
    assert.deepStrictEqual(store.load().acknowledgement, { fingerprint: "ab", at: 900 })
    for (const unusable of ["x", "", "1001.ab", "x.ab"]) {
      cookies.set("my-notice", unusable)
      assert.deepStrictEqual(store.load().acknowledgement, { fingerprint: "cd", at: 901 })
    }
  })

  it("reports writes of other tabs to these keys, until stopped", () => {
    const page = new EventTarget()
    vi.stubGlobal("window", page)
    let calls = 0
    const stops = makeRecordStore(memory().storage, {}, now).watch(() => calls++)
    const stored = (key: string | null) => page.dispatchEvent(Object.assign(new Event("storage"), { key }))
    for (const key of ["cs", "cs-notice", "cs-epoch", null, "other", "x-cs"]) stored(key)
    assert.strictEqual(calls, 4)
    page.dispatchEvent(new Event("focus"))
    assert.strictEqual(calls, 5)
    for (const stop of stops) stop()
    stored("cs")
    assert.strictEqual(calls, 5)
    vi.unstubAllGlobals()
  })
})
