import { planErasure } from "@consent-service/core/erasure"
import { describeEngines } from "@consent-service/test-engines"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import * as SqlEvidenceLog from "./SqlEvidenceLog.js"
import { freshDatabase, on, openClient } from "./testing/TestDatabase.js"

const levels = ["read committed", "repeatable read", "serializable"]

describeEngines(
  "whatever isolation level is the default of the database",
  (engine) => {
    /** A migrated database, and clients whose transactions have this level unless they ask for another. */
    const setUp = (level: string) =>
      Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        const first = yield* openClient(url)
        yield* on(first)(Migrations.migrate())
        const name = new URL(url).pathname.slice(1)
        yield* first`alter database ${first(name)} set default_transaction_isolation = ${first.literal(`'${level}'`)}`
          .unprepared
        const [saving, other] = [yield* openClient(url), yield* openClient(url)]
        const ledger = yield* on(saving)(SqlConsentStore.make())
        yield* ledger.ping
        return { saving, other, ledger }
      })

    /** Begins a save that commits only once another session waits for its locks. */
    const saveUntilAwaited = (
      { ledger, saving }: Effect.Effect.Success<ReturnType<typeof setUp>>,
      draft: typeof sample,
    ) =>
      Effect.gen(function* () {
        const isAwaited = Effect.map(
          saving`select 1 as waiting from pg_locks waiting join pg_locks there on there.pid = waiting.pid
          where not waiting.granted
            and there.database = (select oid from pg_database where datname = current_database())`,
          (rows) => rows.length > 0,
        )
        const saved = yield* Effect.makeLatch()
        const save = ledger
          .append(draft)
          .pipe(
            Effect.tap(saved.open),
            Effect.zipLeft(Effect.repeat(Effect.zipRight(Effect.sleep("10 millis"), isAwaited), { until: Boolean })),
            saving.withTransaction,
          )
        const fiber = yield* Effect.fork(save)
        yield* saved.await
        return fiber
      })
    const sample = makeDraft()

    it.scopedLive.each(levels)("%s: an erasure deletes a record that is saved meanwhile", (level) =>
      Effect.gen(function* () {
        const database = yield* setUp(level)
        const { ledger, other } = database
        const erasures = yield* on(other)(SqlEvidenceLog.makeErasures({}))
        const subjectId = freshSubjectId()
        yield* ledger.append(makeDraft({ subjectId }))
        const save = yield* saveUntilAwaited(database, makeDraft({ subjectId }))
        const erasure = yield* erasures.erase([subjectId], (found) =>
          planErasure({ id: "request", at: 1, reason: "", salts: () => "AAAAAAAAAAAAAAAAAAAAAA" }, null, found),
        )
        assert.strictEqual((yield* Fiber.join(save))._tag, "Inserted")
        assert.strictEqual(erasure._tag, "Erase")
        assert.deepStrictEqual(yield* other`select id from cs_consent`, [])
      }),
    )

    it.scopedLive.each(levels)("%s: a save counts the records that are saved meanwhile", (level) =>
      Effect.gen(function* () {
        const database = yield* setUp(level)
        const { ledger, other } = database
        const ofOther = yield* on(other)(SqlConsentStore.make())
        yield* ofOther.ping
        const subjectId = freshSubjectId()
        const draft = () => ({ ...makeDraft({ subjectId }), bound: { acts: 2, bytes: 1_000_000 } })
        yield* ledger.append(draft())
        const save = yield* saveUntilAwaited(database, draft())
        assert.strictEqual((yield* ofOther.append(draft()))._tag, "SubjectFull")
        assert.strictEqual((yield* Fiber.join(save))._tag, "Inserted")
      }),
    )
  },
  ["postgres"],
)
