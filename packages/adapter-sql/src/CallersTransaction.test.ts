import { describeEngines } from "@consent-service/test-engines"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { freshDatabase, migratedClient, on, openClient, waysToOpen } from "./testing/TestDatabase.js"
import * as Migrations from "./Migrations.js"

describeEngines("a caller's transaction", (engine) => {
  for (const [way, open] of waysToOpen(engine)) {
    it.scopedLive(`on ${way}, may be the first that a store is used in`, () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        yield* on(yield* openClient(url))(Migrations.migrate())
        const sql = yield* open(url)
        const ledger = yield* on(sql)(SqlConsentStore.make())
        const draft = makeDraft()
        const outcome = yield* sql.withTransaction(ledger.append(draft))
        assert.strictEqual(outcome._tag, "Inserted")
        assert.strictEqual((yield* ledger.append(draft))._tag, "Existing")
      }),
    )
  }
})

describeEngines(
  "a deadlock that ends a caller's transaction",
  (engine) => {
    const id = "row"
    it.scopedLive("is a defect, and what they wrote before and after is not committed", () =>
      Effect.gen(function* () {
        const [sql, subjectId] = [yield* migratedClient(engine), freshSubjectId()]
        const ledger = yield* on(sql)(SqlConsentStore.make())
        yield* ledger.append(makeDraft({ subjectId }))
        yield* sql`create table caller (id varchar(64) primary key, note varchar(64))`
        yield* sql`insert into caller (id, note) values (${id}, ${"before"})`
        const [hasRow, hasSubject] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        // The one that has written less is rolled back.
        const many = Array.from({ length: 200 }, (_, at) => ({ id: `other ${at}`, note: "other" }))
        const other = Effect.gen(function* () {
          yield* sql`insert into caller ${sql.insert(many)}`
          yield* sql`select 1 from cs_subject where id = ${subjectId} for update`
          yield* Deferred.succeed(hasSubject, undefined)
          yield* Deferred.await(hasRow)
          yield* sql`update caller set note = ${"other"} where id = ${id}`
        })
        const mine = Effect.gen(function* () {
          yield* Deferred.await(hasSubject)
          yield* sql`update caller set note = ${"mine"} where id = ${id}`
          yield* Deferred.succeed(hasRow, undefined)
          const outcome = yield* Effect.either(ledger.append(makeDraft({ subjectId })))
          yield* sql`insert into caller (id, note) values (${outcome._tag}, ${"after"})`
        })
        const others = yield* Effect.fork(sql.withTransaction(other))
        const exit = yield* Effect.exit(sql.withTransaction(mine))
        yield* Fiber.join(others)
        assert.strictEqual(exit._tag, "Failure")
        const notes = yield* sql`select distinct note from caller`
        assert.deepStrictEqual(
          notes.map(({ note }) => note),
          ["other"],
        )
      }),
    )
  },
  ["mysql"],
)
