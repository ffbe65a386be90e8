import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { encodeBase64 } from "../digest/Base64.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { checkpoints, keyOf, keys } from "../testing/EvidenceVectors.js"
import { type GrownLog, grownLog, portsOf } from "../testing/GrownLog.js"
import { keyEntryId, makeReadKeys } from "./LogKeys.js"

const lines = (by: ReadonlyArray<string>, named?: string): string =>
  by
    .map((key) => {
      const { id, name: own } = keyOf(key)
      const name = named ?? own
      return `\u2014 ${name} ${encodeBase64(new Uint8Array([...Buffer.from(id, "hex"), ...new Uint8Array(64)]))}\n`
    })
    .join("")

const kept = (size: number, ...by: ReadonlyArray<string>): KeptCheckpoint => ({
  size,
  note: `${checkpoints.text8}\n${lines(by)}`,
  signedAt: 0,
})

const rotated = [kept(1, keys.log), kept(2, keys.log), kept(3, keys.next, keys.log), kept(5, keys.next)]

const introduced = (key: string): readonly [string, string] => [
  keyEntryId(keyOf(key).id),
  JSON.stringify({ key: JSON.stringify({ at: 0, new: key, old: null, reason: "first" }) }),
]

const logWith = (list: ReadonlyArray<KeptCheckpoint>): GrownLog => ({
  ...grownLog([8]),
  checkpoints: list,
  statements: new Map([keys.log, keys.next].map(introduced)),
})

const read = (readKeys: ReturnType<typeof makeReadKeys>, log: GrownLog, configured: ReadonlyArray<string>) =>
  Option.getOrNull(Effect.runSync(Effect.provide(readKeys, portsOf(log, configured))))

const origin = "evidence.example/shop"

describe("the keys of a log", () => {
  it("are those that have signed, the current one first, and the former ones with their last checkpoint", () => {
    const log = logWith(rotated)
    const next = { key: keys.next, from: 3, until: null }
    assert.deepStrictEqual(read(makeReadKeys(), log, [keys.next, keys.log]), {
      origin,
      keys: [next, { key: keys.log, from: 1, until: null }],
    })
    assert.deepStrictEqual(read(makeReadKeys(), log, [keys.next]), {
      origin,
      keys: [next, { key: keys.log, from: 1, until: 3 }],
    })
  })

  it("are listed from the last that signed, where they sign no more", () => {
    assert.deepStrictEqual(read(makeReadKeys(), logWith(rotated), [])?.keys, [
      { key: keys.next, from: 3, until: 5 },
      { key: keys.log, from: 1, until: 3 },
    ])
  })

  it("are none of another name, whatever the id says", () => {
    const other = { ...kept(1), note: `${checkpoints.text8}\n${lines([keys.log], "other.example")}` }
    assert.deepStrictEqual(read(makeReadKeys(), logWith([other]), [keys.log])?.keys, [])
  })

  it("are none before the first signature, and have no witness among them", () => {
    assert.deepStrictEqual(read(makeReadKeys(), logWith([]), [keys.log]), { origin, keys: [] })
    const witnessed = { size: 8, note: checkpoints.witnessed8, signedAt: 0 }
    assert.deepStrictEqual(read(makeReadKeys(), logWith([witnessed]), [keys.witness, keys.log])?.keys, [
      { key: keys.log, from: 8, until: null },
    ])
  })

  it("are read on from where the last read ended, over any number of checkpoints", () => {
    const readKeys = makeReadKeys()
    const many = Array.from({ length: 2_000 }, (_, at) => kept(at + 1, keys.log))
    assert.deepStrictEqual(read(readKeys, logWith(many), []), {
      origin,
      keys: [{ key: keys.log, from: 1, until: 2_000 }],
    })
    const later = [kept(2_001, keys.next), kept(2_002, keys.next)]
    assert.deepStrictEqual(read(readKeys, logWith(later), [keys.next]), {
      origin,
      keys: [
        { key: keys.next, from: 2_001, until: null },
        { key: keys.log, from: 1, until: 2_000 },
      ],
    })
  })

  it("leave out one that signs no more and that no entry introduced", () => {
    const log = { ...logWith(rotated), statements: new Map() }
    assert.deepStrictEqual(read(makeReadKeys(), log, [])?.keys, [])
  })

  it("are listed from the last that signed, whichever was introduced first", () => {
    assert.deepStrictEqual(read(makeReadKeys(), logWith([kept(1, keys.next), kept(2, keys.log)]), [])?.keys, [
      { key: keys.log, from: 2, until: 2 },
      { key: keys.next, from: 1, until: 1 },
    ])
  })

  it("are read although a checkpoint or a configured key cannot be", () => {
    const log = logWith([kept(1, keys.log), { size: 2, note: "?", signedAt: 0 }])
    assert.deepStrictEqual(read(makeReadKeys(), log, ["?", keys.log])?.keys, [{ key: keys.log, from: 1, until: null }])
  })

  it("have the first checkpoint among theirs when it was signed after the first read", () => {
    const readKeys = makeReadKeys()
    assert.deepStrictEqual(read(readKeys, logWith([]), [keys.log])?.keys, [])
    const later = [kept(1, keys.log), kept(5, keys.log)]
    assert.deepStrictEqual(read(readKeys, logWith(later), [keys.log])?.keys, [{ key: keys.log, from: 1, until: null }])
  })

  it("are none of a log that was not opened", () => {
    assert.isNull(read(makeReadKeys(), { ...logWith(rotated), isOpen: false }, [keys.log]))
  })
})
