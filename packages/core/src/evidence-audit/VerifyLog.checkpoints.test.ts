import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { logOpenedStatement } from "../evidence/Statement.js"
import { keyOf, keys, start } from "../testing/EvidenceVectors.js"
import { signed } from "../testing/GrownLog.js"
import { entryOf, places, shopEntries, shopLog, statementId } from "../testing/ShopLog.js"
import { treeOf } from "../testing/StoredLog.js"
import { verifying } from "../testing/Verifying.js"

const origin = "evidence.example/shop"

const log = shopLog(20)

describe("checkpoints of a log", () => {
  const uncovered = (from: number, message: string) => ({
    finding: "CheckpointMissing",
    severity: "suspicious",
    from,
    to: 20,
    message,
  })

  it.effect("cover all entries a minute after they were logged", () =>
    Effect.gen(function* () {
      const entries = shopEntries(20)
      const message =
        "entries were logged from 2026-12-01T00:00:12.000Z on, and the newest checkpoint that is kept is of 12: it was deleted, or signing ended"
      const foundAt = (now: number) =>
        Effect.map(verifying({ ...log, ...treeOf(entries, [5, 12]) }, { now }), ({ findings }) => findings)
      const due = start + 12_000 + 60_000
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* foundAt(due), [uncovered(12, message)])
      assert.deepStrictEqual(yield* foundAt(due - 1), [])
    }),
  )

  it.effect("are missed where the log has named a key, and none is kept", () =>
    Effect.gen(function* () {
      const { findings } = yield* verifying({ ...log, checkpoints: [] })
      const message = "the log has named a key that signs it, and no checkpoint is kept"
      assert.deepStrictEqual<ReadonlyArray<object>>(findings, [uncovered(0, message)])
    }),
  )

  it.effect("are not missed in a log without a key", () =>
    Effect.gen(function* () {
      const [opened] = shopEntries(1)
      const unsigned = {
        ...log,
        ...treeOf(opened === undefined ? [] : [opened], []),
        records: new Map(),
        recordIds: [],
      }
      assert.deepStrictEqual((yield* verifying(unsigned)).findings, [])
      // A log without any entry has nothing to be signed, and one that is signed has been signed before.
      const started = { ...unsigned, checkpoints: [signed({ size: 1, root: unsigned.head.root })] }
      assert.deepStrictEqual((yield* verifying(started)).findings, [])
    }),
  )

  it.effect("are missed behind a kept one, even where the log names no key", () =>
    Effect.gen(function* () {
      const [opened] = shopEntries(1)
      const second = entryOf(logOpenedStatement({ openedAt: start, origin }), statementId(places.opened), 1)
      const entries = opened === undefined ? [] : [opened, second]
      const { findings } = yield* verifying({ ...log, ...treeOf(entries, [1]), records: new Map(), recordIds: [] })
      assert.deepStrictEqual(
        findings.map(({ finding, from, to }) => [finding, from, to]),
        [["CheckpointMissing", 1, 2]],
      )
    }),
  )

  it.effect("are signed by a key that is trusted, or that the log has named before", () =>
    Effect.gen(function* () {
      const { findings } = yield* verifying(log, { keys: [keyOf(keys.next)] })
      const message = "the checkpoint of 20 entries is signed by no key that is trusted"
      assert.deepStrictEqual<ReadonlyArray<object>>(findings, [
        { finding: "KeyUnknown", severity: "suspicious", to: 20, message },
      ])
      assert.deepStrictEqual((yield* verifying(log, { keys: [] })).findings, [])
    }),
  )
})
