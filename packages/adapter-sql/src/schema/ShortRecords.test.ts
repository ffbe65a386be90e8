import { toHistoryRecord } from "@consent-service/core/consent"
import { describeEngines } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, describe, it } from "@effect/vitest"
import { AppendOutcome } from "@consent-service/core/ports"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as SqlConsentStore from "../SqlConsentStore.js"
import { textOf } from "../statement/Columns.js"
import { migratedClient, on, tables } from "../testing/TestDatabase.js"
import { shortRecordsFrom } from "./ShortRecords.js"

const [minute, day] = [Duration.toMillis("1 minute"), Duration.toMillis("1 day")]
const marker = "13-short-records"

/** The migrations that ran, by when each did. */
const appliedAt = (times: Readonly<Record<string, number>>) =>
  new Map(Object.entries(times).map(([id, at]) => [id, { checksum: "c", appliedAt: at }]))

describe("the time from which records are stored short", () => {
  it("is always in a database that got all migrations in one run", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 41), fc.nat(minute), (at, later) => {
        assert.strictEqual(
          shortRecordsFrom(appliedAt({ "1-baseline": at, [marker]: at + later, "14-next": at + day })),
          0,
        )
      }),
    )
  })

  it("is a day after the migration of a database that another version may still use", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 41), fc.integer({ min: minute + 1, max: 2 ** 40 }), (at, later) => {
        const applied = appliedAt({ "1-baseline": at, "12-timestamps": at + later, [marker]: at + later })
        assert.strictEqual(shortRecordsFrom(applied), at + later + day)
      }),
    )
  })

  it("never comes without the migration", () => {
    assert.strictEqual(shortRecordsFrom(appliedAt({ "1-baseline": 0 })), Infinity)
    assert.strictEqual(shortRecordsFrom(new Map()), Infinity)
  })
})

const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36"

/** An act whose choice repeats it. */
const anAct = () => {
  const givenAt = 1_795_298_947_668
  const receipt = { value: true, confirmedAt: givenAt, basis: { kind: "legacy-v2" } } as const
  return makeDraft({
    givenAt,
    userAgent,
    decisionSource: "write_time_fallback",
    preferences: { marketing: true },
    choice: { version: 3, categories: { marketing: receipt } },
  })
}

describeEngines("the texts of a record", (engine) => {
  it.scoped("are those of the version before until a day after the migration, and all are read", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const [migrated, before] = [2 * day, day]
      yield* sql`update ${sql(tables.migrations)} set applied_at = ${before} where id <> ${marker}`
      yield* sql`update ${sql(tables.migrations)} set applied_at = ${migrated} where id = ${marker}`
      const store = yield* on(sql)(SqlConsentStore.make())
      /** The stored texts of an act, after it was read in each way, and its digest. */
      const saved = Effect.gen(function* () {
        const draft = anAct()
        const { contentDigest, id, subjectId } = draft.record
        assert.strictEqual((yield* store.append(draft))._tag, "Inserted")
        assert.deepStrictEqual(yield* store.append(draft), AppendOutcome.Existing({ record: draft.record }))
        assert.deepStrictEqual(Option.getOrThrow(yield* store.evidence(id)).record, draft.record)
        const { records } = Option.getOrThrow(yield* store.history(subjectId))
        assert.deepStrictEqual(records, [toHistoryRecord(draft.record)])
        const [row] =
          yield* sql`select choice, content_digest, user_agent, decision_source from ${sql(tables.consent)} where id = ${id}`
        return { texts: Object.values(row ?? {}).map(textOf), contentDigest }
      })
      yield* TestClock.setTime(migrated + day - 1)
      const long = yield* saved
      assert.deepStrictEqual(long.texts, [
        '[{"at":1795298947668,"kind":"legacy-v2","yes":["marketing"]}]',
        long.contentDigest,
        userAgent,
        "write_time_fallback",
      ])
      yield* TestClock.setTime(migrated + day)
      const short = yield* saved
      assert.deepStrictEqual(short.texts, [
        '"legacy-v2"',
        Buffer.from(short.contentDigest, "hex").toString("base64url"),
        "\nChrome/128 (X11; Linux x86_64)",
        "fallback",
      ])
    }),
  )

  it.scopedLive("are short in a new database", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const store = yield* on(sql)(SqlConsentStore.make())
      yield* store.append(anAct())
      const [row] = yield* sql`select choice from ${sql(tables.consent)}`
      assert.strictEqual(row?.["choice"], '"legacy-v2"')
    }),
  )
})
