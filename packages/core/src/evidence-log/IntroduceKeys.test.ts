import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PendingEntry } from "../evidence/PendingEntry.js"
import { EvidenceLog } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { keys, start } from "../testing/EvidenceVectors.js"
import { grownLog, portsOf } from "../testing/GrownLog.js"
import { introduceKeys, introductionId, keyEntries } from "./IntroduceKeys.js"

const [logId, nextId] = ["key_7b36f050", "key_2d4d968c"]

const saltsFrom = (salts: ReadonlyArray<string>) => {
  const left = [...salts]
  return () => left.shift() ?? assert.fail("no salt is left")
}

const two = ["xh7DYDLe8SCGKnMPT9Tr8Q", "14e0Frw2e-rrizb_xsrDAg"] as const

const said = (entries: ReadonlyArray<PendingEntry>) =>
  entries.map(({ id, kind, receivedAt, salt, statement }) => ({
    id,
    kind,
    receivedAt,
    salt,
    key: JSON.parse(JSON.parse(statement ?? "").key),
  }))

const entriesFor = (all: ReadonlyArray<string>, known: ReadonlyArray<string>) =>
  said(keyEntries(all, new Set(known), start, saltsFrom(two)))

const common = { kind: 9, receivedAt: start, salt: two[0] } as const

describe("the entry of a key", () => {
  it("is named by the id of the key, or by the whole text that is none", () => {
    assert.deepStrictEqual([keys.log, keys.next, "?"].map(introductionId), [logId, nextId, "key_?"])
  })

  it("says of the first key that signing begins", () => {
    assert.deepStrictEqual(entriesFor([keys.log], []), [
      { ...common, id: logId, key: { at: start, new: keys.log, old: null, reason: "signing begins" } },
    ])
  })

  it("names the key before it, which is the first that the log knows", () => {
    const key = { at: start, new: keys.next, old: keys.log, reason: "rotation" }
    assert.deepStrictEqual(entriesFor([keys.next, keys.log], [logId]), [{ ...common, id: nextId, key }])
    const witnessed = { at: start, new: keys.witness, old: keys.next, reason: "rotation" }
    assert.deepStrictEqual(entriesFor([keys.witness, keys.next, keys.log], [logId, nextId]), [
      { ...common, id: "key_20324abe", key: witnessed },
    ])
  })

  it("comes after that of the older key, where both are new", () => {
    const [first, second] = entriesFor([keys.next, keys.log], [])
    assert.deepStrictEqual(first?.key, { at: start, new: keys.log, old: null, reason: "signing begins" })
    assert.deepStrictEqual(second?.key, { at: start, new: keys.next, old: keys.log, reason: "rotation" })
    assert.isTrue(first?.salt === two[0] && second?.salt === two[1])
  })

  it("is not made again", () => {
    assert.deepStrictEqual(entriesFor([keys.next, keys.log], [nextId, logId]), [])
  })
})

describe("introducing keys", () => {
  const introduce = (all: ReadonlyArray<string>, known: ReadonlyArray<string>) => {
    const queued: Array<ReadonlyArray<PendingEntry>> = []
    const log = { ...grownLog([1]), statements: new Map(known.map((id) => [id, "{}"])) }
    const queue = (entries: ReadonlyArray<PendingEntry>) => Effect.sync(() => void queued.push(entries))
    const isNew = introduceKeys(all, start, saltsFrom(two)).pipe(
      Effect.provide(Layer.merge(portsOf(log), Layer.mock(EvidenceLog, { tenant: null, queue }))),
      Effect.runSync,
    )
    return [isNew, queued.map((entries) => entries.map(({ id }) => id))]
  }

  it("queues the entries of those that the log does not know, together", () => {
    assert.deepStrictEqual(introduce([keys.next, keys.log], []), [true, [[logId, nextId]]])
    assert.deepStrictEqual(introduce([keys.next, keys.log], [logId]), [true, [[nextId]]])
  })

  it("queues nothing when the log knows all, or there is none", () => {
    assert.deepStrictEqual(introduce([keys.next, keys.log], [logId, nextId]), [false, []])
    assert.deepStrictEqual(introduce([], []), [false, []])
  })

  it("reads nothing where no key is configured", () => {
    const nothing = Layer.merge(
      Layer.mock(EvidenceLog, { tenant: null }),
      Layer.mock(EvidenceReader, { tenant: null, state: Effect.succeedNone }),
    )
    assert.isFalse(Effect.runSync(Effect.provide(introduceKeys([], start, saltsFrom([])), nothing)))
  })
})
