import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StoredEvidence } from "../ports/StoredEvidence.js"
import { log, without } from "../testing/AlteredLog.js"
import { erasedEntry, recordId, shopEntries } from "../testing/ShopLog.js"
import { bundlesOf, type StoredLog, storedWith } from "../testing/StoredLog.js"
import { readPage } from "./ReadPage.js"

const entries = shopEntries(20)

/** What is stored once these records are erased. */
const after = (...positions: ReadonlyArray<number>): Partial<StoredLog> => ({
  bundles: bundlesOf(entries.map((entry, at) => (positions.includes(at) ? erasedEntry(entry) : entry))),
  records: positions.reduce((records, at) => without(records, recordId(at)), log.records),
})

/** A page of the log, how often its bundles were read, and at which positions something is wrong. */
const read = (stored: Partial<StoredLog>) =>
  Effect.suspend(() => {
    let times = 0
    const counting = Layer.effect(
      StoredEvidence,
      Effect.map(StoredEvidence, (port) => ({
        ...port,
        bundles: (from: number, limit: number) => {
          times += 1
          return port.bundles(from, limit)
        },
      })),
    )
    return readPage({ from: 0, count: 4, size: 20 }).pipe(
      Effect.map(({ checked, entries: listed }) => ({
        times,
        wrong: Array.from(checked).flatMap(([position, { finding }]) => (finding === null ? [] : [position])),
        open: listed.flatMap(({ entry, position }) => (entry.id === null ? [] : [position])),
      })),
      Effect.provide(Layer.provideMerge(counting, storedWith({ ...log, ...stored }))),
    )
  })

const open = entries.flatMap(({ id }, position) => (id === null ? [] : [position]))

describe("a page", () => {
  it.effect("is read once where nothing is wrong", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read({}), { times: 1, wrong: [], open })
    }),
  )

  it.effect("whose record is gone is read twice, and stays wrong", () =>
    Effect.gen(function* () {
      const records = without(log.records, recordId(13))
      assert.deepStrictEqual(yield* read({ records }), { times: 2, wrong: [13], open })
    }),
  )

  it.effect("is read until nothing is erased meanwhile", () =>
    Effect.gen(function* () {
      const second = { asked: "records", stored: after(13, 15) }
      const first = { asked: "records", stored: { ...after(13), meanwhile: second } }
      assert.deepStrictEqual(yield* read({ meanwhile: first }), {
        times: 3,
        wrong: [],
        open: open.filter((position) => position !== 13 && position !== 15),
      })
    }),
  )
})
