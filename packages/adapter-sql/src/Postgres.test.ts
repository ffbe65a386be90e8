import { describeEngines } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { contentsOf, freshDatabase, migratedClient, on, openClient } from "./testing/TestDatabase.js"

describeEngines("durability", () => {
  it.scopedLive("refuses to record, with the reason, on a ledger that could lose acknowledged records in a crash", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase("postgres")
      const sql = yield* openClient(url)
      yield* on(sql)(Migrations.migrate())
      const name = new URL(url).pathname.slice(1)
      yield* sql`alter database ${sql(name)} set synchronous_commit = off`.unprepared
      const ledger = yield* on(yield* openClient(url))(SqlConsentStore.make())
      const error = yield* Effect.flip(ledger.append(makeDraft()))
      assert.strictEqual(error._tag, "StoreFailed")
      assert.match(String(error._tag === "StoreFailed" && error.cause), /synchronous_commit/)
      assert.deepStrictEqual(yield* contentsOf(sql), [[], [], []])
    }),
  )

  it.scopedLive("accepts any other level, which waits for the local disk", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient("postgres")
      const ledger = yield* on(sql)(SqlConsentStore.make())
      assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
    }),
  )
}, ["postgres"])
