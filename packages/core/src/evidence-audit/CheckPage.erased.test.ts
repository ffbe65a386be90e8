import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { erasedStatement } from "../evidence/Statement.js"
import { findingsIn, log, tampered, withEntry, without, withRow } from "../testing/AlteredLog.js"
import { start } from "../testing/EvidenceVectors.js"
import {
  entryOf,
  places,
  recordAt,
  recordId,
  shopEntries,
  shopLog,
  statementId,
  storedText,
} from "../testing/ShopLog.js"
import { treeOf } from "../testing/StoredLog.js"
import { verifying } from "../testing/Verifying.js"
import type { Finding } from "./Finding.js"

describe("what was erased", () => {
  const returned = (position: number, message: string, more: Partial<Finding> = {}) =>
    tampered("ErasedReturned", message, { position, ...more })

  it.effect("does not come back, whole or in part", () =>
    Effect.gen(function* () {
      const { erased, dropped } = places
      const back = { id: recordId(erased), opener: "x" }
      const [gone] = yield* findingsIn({
        ...withEntry(erased, back),
        records: withRow(log.records, back.id, recordAt(erased)),
      })
      assert.propertyVal(gone, "finding", "OpenerGone")
      const whole = yield* findingsIn(withEntry(erased, back))
      assert.deepInclude(whole, returned(erased, `entry ${erased} was erased, and is there again`))
      // The salt is there again.
      const salt = entryOf({ kind: 1, parts: [] }, recordId(dropped), dropped).opener
      const part = yield* findingsIn({
        ...withEntry(dropped, { opener: salt }),
        records: withRow(log.records, recordId(dropped), recordAt(dropped)),
      })
      assert.deepStrictEqual(part, [returned(dropped, `a part of entry ${dropped} was dropped, and is there again`)])
      const trace = yield* findingsIn({ records: withRow(log.records, recordId(dropped), recordAt(dropped)) })
      assert.deepStrictEqual(trace, [
        returned(dropped, "address, browser and language of the record were dropped, and are there again", {
          id: recordId(dropped),
        }),
      ])
    }),
  )

  it.effect("in part is named by an erasure", () =>
    Effect.gen(function* () {
      const { dropped } = places
      const other = erasedStatement({ count: 0, erasedAt: start, leaves: [], parts: ["trace"], reason: "art. 17" })
      const entries = shopEntries(20).map((entry, at) => (at === 10 ? entryOf(other, statementId(10), 10) : entry))
      const statements = withRow(log.statements, statementId(10), storedText(other))
      assert.deepStrictEqual(yield* findingsIn({ ...treeOf(entries), statements }), [
        tampered("OpenerGone", `a part of entry ${dropped} was dropped, and no erasure in the log names it`, {
          position: dropped,
        }),
      ])
      const queued = [{ id: "waiting", kind: 5, receivedAt: start }]
      const text = storedText(
        erasedStatement({ count: 1, erasedAt: start, leaves: [dropped], parts: ["trace"], reason: "" }),
      )
      const named = withRow(statements, "waiting", text)
      assert.deepStrictEqual(yield* findingsIn({ ...treeOf(entries), statements: named, queued }), [])
    }),
  )

  it.effect("may have lost a part before", () =>
    Effect.gen(function* () {
      const both = erasedStatement({ count: 1, erasedAt: start, leaves: [places.dropped], reason: "art. 17" })
      const entries = [...shopEntries(20), entryOf(both, statementId(20), 20)].map((entry, at) =>
        at === places.dropped ? { ...entry, id: null, opener: null } : entry,
      )
      const stored = {
        ...treeOf(entries),
        statements: withRow(log.statements, statementId(20), storedText(both)),
        records: without(log.records, recordId(places.dropped)),
        recordIds: log.recordIds.filter(({ id }) => id !== recordId(places.dropped)),
      }
      assert.deepStrictEqual(yield* findingsIn(stored), [])
    }),
  )

  it.effect("is not looked for in front of the walk", () =>
    Effect.gen(function* () {
      const large = shopEntries(300)
      for (const [position, expected] of [
        [255, []],
        [256, [returned(256, "entry 256 was erased, and is there again")]],
      ] as const) {
        const said = erasedStatement({ count: 1, erasedAt: start, leaves: [position], reason: "art. 17" })
        const all = shopLog(300, [...large, entryOf(said, statementId(300), 300)])
        const statements = withRow(all.statements, statementId(300), storedText(said))
        const { findings } = yield* verifying({ ...all, statements }, { verifiedSize: 256 })
        assert.deepStrictEqual<ReadonlyArray<Finding>>(findings, expected)
      }
    }),
  )

  it.effect("is not named by a statement that cannot be read", () =>
    Effect.gen(function* () {
      const queued = [{ id: "waiting", kind: 5, receivedAt: start }]
      for (const text of ["{}", '{"erasure":"{}"}', '{"task":"{}"}', "nonsense"]) {
        const statements = withRow(log.statements, "waiting", text)
        assert.deepStrictEqual(yield* findingsIn({ queued, statements }), [])
      }
    }),
  )
})
