import { SubjectId } from "@consent-service/core/subject"
import { describeEngines } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { releasedChecksums, releasedPrefixes, restore } from "./testing/Released.js"
import { ids, schemaOf } from "./testing/Schemas.js"
import { freshDatabase, on, openClient } from "./testing/TestDatabase.js"

const subject = SubjectId.make("sub_23456789ABCDEFGHJKLMNPQRSTU")

describeEngines("a database that an earlier version migrated", (engine) => {
  const restored = Effect.gen(function* () {
    const url = yield* freshDatabase(engine)
    const sql = yield* openClient(url)
    yield* restore(engine, url, sql)
    return sql
  })

  for (const tablePrefix of releasedPrefixes) {
    it.scopedLive(`is up to date except for later migrations, with the prefix ${tablePrefix}`, () =>
      Effect.gen(function* () {
        const sql = yield* restored
        const released = Object.keys(releasedChecksums[engine][tablePrefix] ?? {})
        assert.isAtLeast(released.length, 8)
        const since = ids.filter((id) => !released.includes(id))
        const plan = yield* on(sql)(Migrations.plan({ tablePrefix }))
        assert.deepStrictEqual(
          plan.map(({ id }) => id),
          since,
        )
        assert.deepStrictEqual(yield* on(sql)(Migrations.migrate({ tablePrefix })), since)
        assert.deepStrictEqual(yield* on(sql)(Migrations.status({ tablePrefix })), Migrations.SchemaStatus.UpToDate())
        const ledger = yield* on(sql)(SqlConsentStore.make({ tablePrefix, tenant: "t" }))
        const { records } = Option.getOrThrow(yield* ledger.history(subject))
        assert.deepStrictEqual(
          records.map(({ givenAt, id }) => [id, givenAt]),
          [
            ["cns_2", 2],
            ["cns_1", 1],
          ],
        )
        assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
      }),
    )
  }

  // MySQL's dump contains the default collation of its server.
  if (engine !== "mysql") {
    it.scopedLive("has the same schema as a new database", () =>
      Effect.gen(function* () {
        const old = yield* restored
        const fresh = yield* Effect.flatMap(freshDatabase(engine), openClient)
        for (const sql of [old, fresh]) {
          for (const tablePrefix of releasedPrefixes) yield* on(sql)(Migrations.migrate({ tablePrefix }))
        }
        assert.deepStrictEqual(yield* schemaOf(engine, old), yield* schemaOf(engine, fresh))
      }),
    )
  }
})
