import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { start } from "../testing/EvidenceVectors.js"
import { recordId, shopLog } from "../testing/ShopLog.js"
import { type StoredLog, storedWith } from "../testing/StoredLog.js"
import { later, verifying } from "../testing/Verifying.js"
import { addQueued, eachQueued } from "./CheckMembership.js"
import { Membership } from "./Membership.js"

const log = shopLog(20)

const large = shopLog(300)

const createdAt = start + 30_000

const unlogged = (id: string) => ({
  finding: "Unlogged",
  severity: "tampered",
  id,
  message:
    "the record is in the database, and not in the log: it was put in past the service, or its entry was taken out",
})

const expectIn = (stored: Partial<StoredLog>, ids: ReadonlyArray<string>, of = log, verifiedSize = 0) =>
  Effect.map(verifying({ ...of, ...stored }, { verifiedSize }), ({ findings, verdict }) => {
    assert.deepStrictEqual<ReadonlyArray<object>>(findings, ids.map(unlogged))
    return verdict._tag === "Verified" ? verdict.records : null
  })

describe("stored records", () => {
  it.effect("are in the log", () =>
    Effect.gen(function* () {
      const recordIds = [...log.recordIds, { id: "cns_x", createdAt }, { id: "cns_y", createdAt: later }]
      const count = yield* expectIn({ recordIds }, ["cns_x", "cns_y"])
      yield* expectIn({ recordIds: [{ id: "cns_a", createdAt: start - 1 }, ...log.recordIds] }, ["cns_a"])
      assert.strictEqual(count, log.recordIds.length + 2)
    }),
  )

  it.effect("are not looked up when the walk has seen their entries", () =>
    expectIn({ unreadable: log.recordIds.map(({ id }) => id) }, []),
  )

  it.effect("have a time that can be read", () =>
    Effect.gen(function* () {
      const recordIds = log.recordIds.map((one) => (one.id === recordId(13) ? { ...one, createdAt: null } : one))
      yield* expectIn({ recordIds }, [recordId(13)])
    }),
  )

  it.effect("may wait for the log, on time or late", () =>
    Effect.gen(function* () {
      const recordIds = [...log.recordIds, { id: "cns_x", createdAt }, { id: "cns_y", createdAt }]
      const queuedAs = (one: number, other: number) => [
        { id: "cns_x", kind: one, receivedAt: createdAt },
        { id: "cns_y", kind: other, receivedAt: createdAt },
      ]
      yield* expectIn({ recordIds, queued: queuedAs(1, 8) }, [])
      yield* expectIn({ recordIds, queued: queuedAs(1, 8), unreadable: ["cns_x", "cns_y"] }, [])
      // What waits under the id of a record and is none would be found by its place.
      yield* expectIn({ recordIds, queued: queuedAs(1, 8).slice(1) }, ["cns_x"])
    }),
  )

  it.effect("that were received since the verification began are looked up", () =>
    Effect.gen(function* () {
      const recordIds = [...log.recordIds, { id: "cns_x", createdAt: later + 1 }, { id: "cns_y", createdAt: later + 1 }]
      const queued = [{ id: "cns_x", kind: 1, receivedAt: later + 1 }]
      yield* expectIn({ recordIds, queued }, ["cns_y"])
      // A place that cannot be read is none.
      yield* expectIn({ recordIds, queued, unreadable: ["cns_x"] }, ["cns_x", "cns_y"])
    }),
  )

  it.effect("that were put into the log since then are in it", () =>
    Effect.gen(function* () {
      const recordIds = log.recordIds.map((one) => (one.id === recordId(19) ? { ...one, createdAt: later + 5 } : one))
      const records = new Map(log.records)
      const record = records.get(recordId(19)) ?? assert.fail("no record")
      const stored = { ...log, recordIds, records: records.set(recordId(19), { ...record, createdAt: later + 5 }) }
      const { findings } = yield* verifying(stored)
      assert.deepStrictEqual(
        findings.map(({ finding }) => finding),
        ["RecordAltered", "FromTheFuture"],
      )
    }),
  )

  it.effect("from before the walk are not looked up", () =>
    Effect.gen(function* () {
      const begins = start + 256_000 + 1_000
      const recordIds = [...large.recordIds, { id: "cns_x", createdAt: begins - 1 }, { id: "cns_y", createdAt: begins }]
      yield* expectIn({ recordIds }, ["cns_y"], large, 256)
      yield* expectIn({ recordIds }, ["cns_x", "cns_y"], large, 255)
    }),
  )

  it.effect("are compared in pages, as are those that wait", () =>
    Effect.gen(function* () {
      for (const count of [2_000, 4_001]) {
        const waiting = Array.from({ length: count }, (_, at) => `cns_w${at}`)
        const recordIds = [...waiting.map((id) => ({ id, createdAt })), ...log.recordIds]
        const queued = waiting.map((id) => ({ id, kind: 1, receivedAt: createdAt }))
        const records = yield* expectIn({ recordIds, queued }, [])
        assert.strictEqual(records, count + log.recordIds.length)
        const last = [...recordIds, { id: "cns_x", createdAt }]
        yield* expectIn({ recordIds: last, queued }, ["cns_x"])
      }
    }),
  )
})

describe("entries that wait", () => {
  it.effect("are read in pages, each once", () =>
    Effect.gen(function* () {
      const queued = Array.from({ length: 4_001 }, (_, at) => ({ id: `id_${at}`, kind: 5, receivedAt: at }))
      const idsIn = (stored: Partial<StoredLog>) =>
        Effect.suspend(() => {
          const ids: Array<string> = []
          return Effect.as(
            eachQueued(({ id }) => ids.push(id)),
            ids,
          )
        }).pipe(Effect.provide(storedWith(stored)))
      assert.deepStrictEqual(yield* idsIn({}), [])
      assert.deepStrictEqual(
        yield* idsIn({ queued }),
        queued.map(({ id }) => id),
      )
    }),
  )

  it.effect("count as logged where they are of records", () =>
    Effect.gen(function* () {
      const membership = new Membership()
      const queued = Array.from({ length: 11 }, (_, kind) => ({ id: `id_${kind}`, kind, receivedAt: kind }))
      yield* addQueued(membership, (receivedAt) => receivedAt < 8).pipe(Effect.provide(storedWith({ queued })))
      // The other record is not within what was walked.
      membership.addStored("id_1")
      assert.isTrue(membership.agrees())
    }),
  )
})
