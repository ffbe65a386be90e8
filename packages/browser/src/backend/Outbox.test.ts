import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import {
  change,
  decodeOutbox,
  enqueue,
  type Entry,
  isExpired,
  isHeld,
  type Outbox,
  prove,
  renameSubject,
} from "./Outbox.js"
import type { SavePayload } from "../wire/Wire.js"

const categories = ["experience", "functionality", "marketing", "measurement"] as const

const payloadOf = (
  subjectId: string,
  givenAt: number,
  decided: Readonly<Partial<Record<(typeof categories)[number], boolean>>>,
  grants?: Readonly<Record<string, boolean>>,
): SavePayload => ({
  type: "cookie_banner",
  subjectId,
  domain: "shop.test",
  givenAt,
  preferences: { necessary: true },
  choice: {
    version: 3,
    categories: Object.fromEntries(
      Object.entries(decided).map(([category, value]) => [category, { value, confirmedAt: givenAt }]),
    ),
  },
  ...(grants === undefined ? {} : { vendorChoice: { version: 1 as const, confirmedAt: givenAt, grants } }),
})

const entryOf = (payload: SavePayload): Entry => ({ payload, queuedAt: payload.givenAt, attempts: 0 })
const failedOf = (payload: SavePayload): Entry => ({ ...entryOf(payload), attempts: 1 })

const anyEntry = fc
  .tuple(
    fc.constantFrom("sub_1a", "sub_1b"),
    fc.integer({ min: 1, max: 30 }),
    fc.dictionary(fc.constantFrom(...categories), fc.boolean()),
    fc.option(fc.dictionary(fc.constantFrom("v", "w"), fc.boolean()), { nil: undefined }),
  )
  .map(([subject, at, decided, grants]) => entryOf(payloadOf(subject, at, decided, grants)))

const anyOutbox = fc.array(anyEntry).map((entries) => entries.reduce<Outbox>(enqueue, []))

const times = (list: Outbox) => list.map(({ payload }) => payload.givenAt)

/** The combined effect of a subject's acts: the newest for each decision. */
const stateOf = (list: ReadonlyArray<Entry>, subject: string) => {
  const state = new Map<string, readonly [number, unknown]>()
  for (const { payload } of list) {
    if (payload.subjectId !== subject) continue
    const values = { ...payload.choice?.categories, ...payload.vendorChoice?.grants }
    for (const [name, value] of Object.entries(values)) {
      if ((state.get(name)?.[0] ?? 0) < payload.givenAt) state.set(name, [payload.givenAt, value])
    }
  }
  return Object.fromEntries([...state].sort())
}

describe("acts that wait for a policy", () => {
  const day = 86_400_000
  const waiting = (at: number): Entry => ({ ...entryOf(payloadOf("sub_1a", at, { marketing: false })), unproven: true })

  it.prop("are completed once each; all others are unchanged", [anyOutbox], ([list]) => {
    const mixed = list.map((entry, index) => (index % 2 === 0 ? entry : { ...entry, unproven: true }))
    const proven = prove(mixed, day, (save) => ({ ...save, policySnapshotToken: "t" }))
    assert.deepStrictEqual(
      proven.map(({ payload }) => payload),
      mixed.map(({ payload, unproven }) => (unproven ? { ...payload, policySnapshotToken: "t" } : payload)),
    )
    assert.isFalse(proven.some(({ unproven }) => unproven))
    assert.deepStrictEqual(
      prove(proven, day, () => assert.fail()),
      proven,
    )
  })

  it("have six days left to arrive, however long they waited, and keep their own time", () => {
    const now = 100 * day
    const [entry, ...more] = prove([waiting(1)], now, (save) => save)
    assert.isDefined(entry)
    assert.deepStrictEqual([more.length, entry.payload.givenAt], [0, 1])
    assert.isFalse(isExpired(entry, now + 6 * day))
    assert.isTrue(isExpired(entry, now + 6 * day + 1))
  })
})

describe("the outbox", () => {
  it.prop("is ordered by the time of the act", [anyOutbox], ([list]) => {
    assert.deepStrictEqual(
      times(list),
      [...times(list)].sort((a, b) => a - b),
    )
  })

  it.prop("drops only what a later act decides again", [fc.array(anyEntry)], ([entries]) => {
    const acts = entries.filter(
      (entry, i) =>
        entries.findIndex(
          ({ payload, queuedAt }) => payload.givenAt === entry.payload.givenAt || queuedAt === entry.queuedAt,
        ) === i,
    )
    const list = acts.reduce<Outbox>(enqueue, [])
    for (const subject of ["sub_1a", "sub_1b"]) assert.deepStrictEqual(stateOf(list, subject), stateOf(acts, subject))
  })

  it.prop("reads what was written", [anyOutbox], ([list]) => {
    assert.deepStrictEqual(decodeOutbox(JSON.stringify(list)), list)
  })

  it.prop(
    "a change is of one entry alone, and does not bring back one that is gone",
    [anyOutbox, fc.nat()],
    ([all, i]) => {
      const list = all.map((entry, n) => ({ ...entry, queuedAt: n + Math.PI }))
      const entry = list[i % list.length]
      if (!entry) return
      const rest = list.filter((other) => other !== entry)
      assert.deepStrictEqual(change(list, entry, null), rest)
      assert.deepStrictEqual(change(rest, entry, { attempts: 3 }), rest)
      assert.deepStrictEqual(
        change(list, entry, { attempts: 3 }),
        list.map((other) => (other === entry ? { ...entry, attempts: 3 } : other)),
      )
    },
  )

  it.prop("reads the valid part of any other value, and never throws", [fc.jsonValue(), anyEntry], ([junk, entry]) => {
    decodeOutbox(JSON.stringify(junk))
    const list = decodeOutbox(JSON.stringify([junk, entry]))
    assert.isTrue(list.some(({ payload }) => payload.givenAt === entry.payload.givenAt))
  })

  it("a failed act is not sent again once later acts decide all of it; if only a part, it is sent whole", () => {
    const all = payloadOf("sub_1a", 1, { marketing: true, measurement: true })
    const part = payloadOf("sub_1a", 2, { marketing: false })
    const rest = payloadOf("sub_1a", 3, { marketing: false, measurement: false })
    assert.deepStrictEqual(times(enqueue([failedOf(all)], entryOf(part))), [1, 2])
    assert.deepStrictEqual(times(enqueue([failedOf(all), failedOf(part)], entryOf(rest))), [3])
    assert.deepStrictEqual(times(enqueue([failedOf(all)], entryOf({ ...rest, subjectId: "sub_1b" }))), [1, 3])
    const vendors = payloadOf("sub_1a", 1, { marketing: true }, { v: false })
    assert.deepStrictEqual(times(enqueue([failedOf(vendors)], entryOf(rest))), [1, 3])
    const string = { ...payloadOf("sub_1a", 1, { marketing: true }), tcString: "x" }
    assert.deepStrictEqual(times(enqueue([failedOf(string)], entryOf(rest))), [1, 3])
    assert.deepStrictEqual(times(enqueue([failedOf(string)], entryOf({ ...rest, tcString: "y" }))), [3])
    assert.deepStrictEqual(times(enqueue([entryOf(all)], entryOf(rest))), [1, 3])
    const empty = payloadOf("sub_1a", 1, {})
    assert.deepStrictEqual(times(enqueue([failedOf(empty)], entryOf(rest))), [3])
  })

  it("an entry is given up after seven days or ten attempts", () => {
    const entry = entryOf(payloadOf("sub_1a", 1_000, {}))
    const week = 7 * 24 * 3_600_000
    assert.isFalse(isExpired({ ...entry, attempts: 9 }, 1_000 + week))
    assert.isTrue(isExpired(entry, 1_001 + week))
    assert.isTrue(isExpired({ ...entry, attempts: 10 }, 1_000))
  })

  it("a pause ends; one longer than a day is ignored", () => {
    const entry = { ...entryOf(payloadOf("sub_1a", 1, {})), notBefore: 200_000_000 }
    assert.isTrue(isHeld(entry, 199_999_999))
    assert.isFalse(isHeld(entry, 200_000_000))
    assert.isTrue(isHeld(entry, 113_600_000))
    assert.isFalse(isHeld(entry, 113_599_999))
    assert.isFalse(isHeld(entryOf(payloadOf("sub_1a", 1, {})), 1))
  })

  it("a subject's new id applies to all acts of that subject and to no others", () => {
    const list = [entryOf(payloadOf("sub_1a", 1, {})), entryOf(payloadOf("sub_1b", 2, {}))]
    assert.deepStrictEqual(
      renameSubject(list, "sub_1a", "sub_1c").map(({ payload }) => payload.subjectId),
      ["sub_1c", "sub_1b"],
    )
  })
})
