/** Late reads from a real streaming standby of PostgreSQL. */
import { pendingEntry, taskStatement } from "@consent-service/core/evidence"
import {
  ConsentStore,
  EvidenceLog,
  LateReads,
  type Observation,
  Observer,
  Records,
  Statistics,
  Tenant,
} from "@consent-service/core/ports"
import {
  describeWith,
  type ReplicatedPostgres,
  startReplicatedPostgres,
  whyNoStandby,
} from "@consent-service/test-engines/private"
import { freshRecordId, freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { afterAll, beforeAll } from "vitest"
import * as SqlStores from "./SqlStores.js"

type Draft = ReturnType<typeof makeDraft>

const boundMs = 60_000

const startPair = Effect.acquireRelease(
  Effect.promise(() => startReplicatedPostgres()),
  ({ stop }) => Effect.promise(stop),
)

/** An entry for the log, about nothing that is stored. */
const newEntry = () => {
  const id = freshRecordId()
  const statement = taskStatement({ at: 1, digest: "0".repeat(64), what: "test" })
  return pendingEntry(statement, { id, receivedAt: 1, salt: "A".repeat(22) })
}

/** The stores of a pair, and what they observed. */
const storesOn = ({ standbyUrl, url }: ReplicatedPostgres, historyLagMs: number | null) =>
  Effect.gen(function* () {
    const seen: Array<Observation> = []
    const layer = SqlStores.layerFromUrl(url, { timeoutMs: 3_000 }, { client: standbyUrl, historyLagMs })
    const observing = Layer.succeed(Observer, (observation: Observation) => void seen.push(observation))
    const context = yield* Layer.build(Layer.provide(layer, Layer.merge(observing, Tenant.layer(null))))
    const store = Context.get(context, ConsentStore)
    const actsOf = ({ record }: Draft) =>
      Effect.map(
        Effect.scoped(store.history(record.subjectId)),
        Option.match({ onNone: () => 0, onSome: ({ records }) => records.length }),
      )
    return {
      store,
      failures: () => seen.filter(({ _tag }) => _tag === "ReadReplicaFailed"),
      migrate: Context.get(context, SqlStores.Migrator).migrate,
      isListed: ({ record }: Draft) =>
        Effect.map(
          Context.get(context, Records).read({ from: record.id, to: record.id }, 1),
          (rows) => rows.length === 1,
        ),
      queueEntry: Context.get(context, EvidenceLog).queue([newEntry()]),
      /** How many entries the statistics say are not counted yet. */
      uncounted: Effect.map(
        Context.get(context, Statistics).read({ from: 0, to: 1, groupBy: "day" }),
        ({ state: { pending } }) => pending,
      ),
      lateActs: (draft: Draft) => Effect.provideService(actsOf(draft), LateReads, true),
      currentActs: actsOf,
    }
  })

const timeout = 240_000

const later = ({ record }: Draft): Draft => makeDraft({ ...record, id: freshRecordId(), givenAt: record.givenAt + 1 })

describeWith("a read replica", whyNoStandby(), () => {
  let pair: ReplicatedPostgres

  beforeAll(async () => {
    pair = await startReplicatedPostgres()
  }, timeout)
  afterAll(() => pair.stop(), timeout)

  it.scopedLive(
    "answers lists, statistics and told histories, and never what must be current",
    () =>
      Effect.gen(function* () {
        const stores = yield* storesOn(pair, boundMs)
        const { currentActs, failures, isListed, lateActs, migrate, store, uncounted } = stores
        yield* migrate
        const first = makeDraft()
        yield* store.append(first)
        const before = yield* uncounted
        yield* Effect.promise(pair.caughtUp)
        assert.deepStrictEqual([yield* isListed(first), yield* lateActs(first)], [true, 1])

        yield* Effect.acquireRelease(Effect.promise(pair.pause), () => Effect.promise(pair.resume))
        const second = later(first)
        assert.strictEqual((yield* store.append(second))._tag, "Inserted")
        yield* stores.queueEntry
        // The standby has not replayed it: these answers are the replica's.
        assert.deepStrictEqual([yield* isListed(second), yield* lateActs(first)], [false, 1])
        assert.strictEqual(yield* uncounted, before)
        assert.strictEqual(yield* currentActs(first), 2)
        assert.strictEqual((yield* store.append(second))._tag, "Existing")
        // A subject that the replica does not know yet is found all the same.
        const third = makeDraft({ id: freshRecordId(), subjectId: freshSubjectId() })
        yield* store.append(third)
        assert.strictEqual(yield* lateActs(third), 1)

        yield* Effect.promise(pair.resume)
        yield* Effect.promise(pair.caughtUp)
        assert.deepStrictEqual([yield* isListed(second), yield* lateActs(first)], [true, 2])
        assert.strictEqual(yield* uncounted, before + 1)
        assert.deepStrictEqual(failures(), [])
      }),
    timeout,
  )

  it.scopedLive(
    "reads histories from the database once the replica is later than the bound",
    () =>
      Effect.gen(function* () {
        const shortMs = 400
        const { lateActs, migrate, store } = yield* storesOn(pair, shortMs)
        yield* migrate
        const first = makeDraft()
        yield* store.append(first)
        yield* Effect.promise(pair.caughtUp)
        yield* Effect.acquireRelease(Effect.promise(pair.pause), () => Effect.promise(pair.resume))
        yield* store.append(later(first))
        yield* Effect.sleep(shortMs + 50)
        assert.strictEqual(yield* lateActs(first), 2)
      }),
    timeout,
  )

  it.scopedLive(
    "leaves everything to the database while it is away, and says so",
    () =>
      Effect.gen(function* () {
        const { failures, isListed, lateActs, migrate, store } = yield* storesOn(pair, boundMs)
        yield* migrate
        const first = makeDraft()
        yield* store.append(first)
        yield* Effect.acquireRelease(Effect.promise(pair.stopStandby), () => Effect.promise(pair.startStandby))
        assert.deepStrictEqual([yield* isListed(first), yield* lateActs(first)], [true, 1])
        assert.isNotEmpty(failures())
      }),
    timeout,
  )

  it.scopedLive(
    "is not taken for a replica after its promotion: two servers then have separate histories",
    () =>
      Effect.gen(function* () {
        const promoted = yield* startPair
        const shortMs = 400
        const { lateActs, migrate, store } = yield* storesOn(promoted, shortMs)
        yield* migrate
        const first = makeDraft()
        yield* store.append(first)
        yield* Effect.promise(promoted.caughtUp)
        yield* Effect.promise(promoted.promote)
        yield* Effect.sleep(shortMs + 50)
        yield* store.append(later(first))
        assert.strictEqual(yield* lateActs(first), 2)
      }),
    timeout,
  )
})
