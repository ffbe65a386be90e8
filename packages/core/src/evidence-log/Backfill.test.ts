import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { type PendingEntry, pendingEntry } from "../evidence/PendingEntry.js"
import { consentStatement, taskStatement } from "../evidence/Statement.js"
import { EvidenceLog, UnloggedOutcome, type UnloggedPlace } from "../ports/EvidenceLog.js"
import { facts, start } from "../testing/EvidenceVectors.js"
import { backfillStep, reconcile, type Reconciled } from "./Backfill.js"

const salt = "xh7DYDLe8SCGKnMPT9Tr8Q"
const options = { batch: 3, salts: () => salt }

const looked = (records: number, queued: number, last: string | null = null) =>
  UnloggedOutcome.Looked({ records, queued, last })

/** A store that gives these outcomes one after another, and what it was asked. */
const storeOf = (...outcomes: ReadonlyArray<UnloggedOutcome>) => {
  const left = [...outcomes]
  const asked: Array<readonly [UnloggedPlace, number]> = []
  const [made, queued]: [Array<PendingEntry>, Array<PendingEntry>] = [[], []]
  const layer = Layer.mock(EvidenceLog, {
    tenant: null,
    queueUnlogged: (place, limit, entryOf) =>
      Effect.sync(() => {
        asked.push([place, limit])
        made.push(entryOf(facts))
        return left.shift() ?? assert.fail("asked once more")
      }),
    queue: (entries) => Effect.sync(() => void queued.push(...entries)),
  })
  return { asked, layer, made, queued }
}

const stepped = (outcome: UnloggedOutcome) => Effect.provide(backfillStep(options), storeOf(outcome).layer)

const reconciled = (store: ReturnType<typeof storeOf>, seen: Array<Reconciled> = []) =>
  reconcile(options, (soFar) => Effect.sync(() => void seen.push(soFar))).pipe(Effect.provide(store.layer))

describe("a look at records from before the log", () => {
  it.effect("goes on where the last one ended, with entries that say that they come late", () =>
    Effect.gen(function* () {
      const { asked, layer, made } = storeOf(looked(3, 2))
      assert.deepStrictEqual(yield* Effect.provide(backfillStep(options), layer), {
        records: 3,
        queued: 2,
        isDone: false,
      })
      assert.deepStrictEqual(asked, [["kept", 3]])
      const late = pendingEntry(consentStatement(facts, true), { id: facts.id, receivedAt: facts.createdAt, salt })
      assert.deepStrictEqual([made, late.kind], [[late], 8])
    }),
  )

  it.effect("is the last one when there were fewer records than asked for", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* stepped(looked(2, 1)), { records: 2, queued: 1, isDone: true })
      assert.deepStrictEqual(yield* stepped(looked(0, 0)), { records: 0, queued: 0, isDone: true })
    }),
  )

  it.effect("finds nothing while the log is not open", () =>
    Effect.gen(function* () {
      assert.isNull(yield* stepped(UnloggedOutcome.NotOpened()))
    }),
  )
})

describe("a reconciliation", () => {
  it.effect("finishes the look at records from before the log, looks at all from the first, and says how many", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const store = storeOf(looked(3, 3, "c"), looked(1, 1, "d"), looked(3, 0, "c"), looked(3, 2, "f"), looked(0, 0))
      const seen: Array<Reconciled> = []
      assert.deepStrictEqual(yield* reconciled(store, seen), { records: 6, queued: 6 })
      assert.deepStrictEqual(store.asked, [
        ["kept", 3],
        ["kept", 3],
        [{ after: null }, 3],
        [{ after: "c" }, 3],
        [{ after: "f" }, 3],
      ])
      assert.deepStrictEqual(seen, [
        { records: 3, queued: 4 },
        { records: 6, queued: 6 },
        { records: 6, queued: 6 },
      ])
      const statement = taskStatement({ at: start, count: 6, what: "reconciled" })
      assert.deepStrictEqual(store.queued, [pendingEntry(statement, { id: `adm_${salt}`, receivedAt: start, salt })])
    }),
  )

  it.effect("makes no entry of its own when none was missing, and one when a single one was", () =>
    Effect.gen(function* () {
      for (const [missing, entries] of [
        [0, 0],
        [1, 1],
      ] as const) {
        const store = storeOf(looked(0, 0), looked(2, missing, "b"))
        assert.deepStrictEqual(yield* reconciled(store), { records: 2, queued: missing })
        assert.lengthOf(store.queued, entries)
      }
    }),
  )

  it.effect("finds nothing when the log is not open, from the start or any more", () =>
    Effect.gen(function* () {
      for (const outcomes of [
        [UnloggedOutcome.NotOpened()],
        [looked(0, 0), UnloggedOutcome.Unfinished()],
        [looked(0, 0), looked(3, 3, "c"), UnloggedOutcome.NotOpened()],
      ]) {
        const store = storeOf(...outcomes)
        assert.isNull(yield* reconciled(store))
        assert.deepStrictEqual(store.queued, [])
      }
    }),
  )
})
