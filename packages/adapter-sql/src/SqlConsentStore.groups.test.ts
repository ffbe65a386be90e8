import type { AppendOutcome } from "@consent-service/core/ports"
import { toHistoryRecord } from "@consent-service/core/consent"
import { describeEngines, type Engine } from "@consent-service/test-engines"
import { freshDecision, freshRecordId, freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as HashSet from "effect/HashSet"
import * as Option from "effect/Option"
import { nextTurn } from "./consent/Together.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { contentsOf, migratedClient, on, tables } from "./testing/TestDatabase.js"

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const allAtOnce = { concurrency: "unbounded" } as const

const tagsOf = (outcomes: ReadonlyArray<AppendOutcome>): ReadonlyArray<string> =>
  outcomes.map(({ _tag }) => _tag).toSorted()

/** A ledger on a new database whose statements a test can watch and break, and the client to inspect it. */
const setUp = (engine: Engine, intercept: Intercept = (_, run) => run, timeoutMs = 25_000) =>
  Effect.gen(function* () {
    const sql = yield* migratedClient(engine)
    const seen: Array<string> = []
    const watching: Intercept = (text, run, connection, params) =>
      Effect.suspend(() => {
        seen.push(text.toLowerCase())
        return intercept(text.toLowerCase(), run, connection, params)
      })
    const client = yield* intercepted(engine, sql, watching)
    const ledger = yield* on(client)(SqlConsentStore.make({ tenant: "t", timeoutMs }))
    yield* ledger.ping
    seen.length = 0
    return { sql, ledger, seen, commits: () => seen.filter((text) => text === "commit").length }
  })

const countOf = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(sql`select count(*) as n from ${sql(table)}`, ([row]) => Number(row?.["n"]))

/** SQLite does not roll back by itself. */
const rollBack = (engine: Engine, connection: Connection) =>
  engine === "sqlite" ? Effect.void : connection.executeUnprepared("rollback", [], undefined)

describeEngines("SqlConsentStore commits in groups", (engine) => {
  it.scopedLive("500 concurrent appends are acknowledged once each, in far fewer transactions", () =>
    Effect.gen(function* () {
      const { commits, ledger, sql } = yield* setUp(engine)
      const outcomes = yield* Effect.forEach(
        times(500, () => makeDraft()),
        ledger.append,
        allAtOnce,
      )
      assert.deepStrictEqual(new Set(tagsOf(outcomes)), new Set(["Inserted"]))
      assert.isBelow(commits(), 10)
      for (const table of [tables.subject, tables.consent, tables.policyDecision]) {
        assert.strictEqual(yield* countOf(sql, table), 500)
      }
    }),
  )

  it.scopedLive("accepts any number together, and stores each as it was sent", () =>
    Effect.gen(function* () {
      const { commits, ledger } = yield* setUp(engine)
      for (const count of [1, 2, 3, 7, 31, 100, 127, 128]) {
        const before = commits()
        const drafts = times(count, (index) =>
          makeDraft({ metadata: { index, quoted: '\\"{},NULL' }, tcString: index % 2 === 0 ? null : "NULL" }),
        )
        yield* Effect.forEach(drafts, ledger.append, allAtOnce)
        assert.strictEqual(commits() - before, 1)
        for (const { record } of drafts) {
          assert.deepStrictEqual(Option.getOrThrow(yield* ledger.history(record.subjectId)).records, [
            toHistoryRecord(record),
          ])
        }
      }
    }),
  )

  it.scopedLive("equal and different twins of one act: one is inserted, and the others return it", () =>
    Effect.gen(function* () {
      const { commits, ledger, sql } = yield* setUp(engine)
      const act = { id: freshRecordId(), subjectId: freshSubjectId() }
      const first = makeDraft(act)
      const drafts = [first, first, makeDraft({ ...act, metadata: { twin: true } }), makeDraft(), { ...first }]
      const outcomes = yield* Effect.forEach(drafts, ledger.append, allAtOnce)
      assert.deepStrictEqual(
        outcomes.map((outcome) => (outcome._tag === "Existing" ? outcome.record : outcome._tag)),
        ["Inserted", first.record, first.record, "Inserted", first.record],
      )
      assert.strictEqual(commits(), 1)
      assert.strictEqual(yield* countOf(sql, tables.policyDecision), 2)
    }),
  )

  it.scopedLive(
    "a record's id taken for another subject: nothing is left of the subject, and the others are inserted",
    () =>
      Effect.gen(function* () {
        const { ledger, sql } = yield* setUp(engine)
        const stored = makeDraft()
        yield* ledger.append(stored)
        const before = yield* contentsOf(sql)
        const stray = makeDraft({ id: stored.record.id })
        const late = makeDraft({ subjectId: stray.record.subjectId, givenAt: 1 })
        const retried = [stray, { ...stray, record: { ...stray.record, subjectId: freshSubjectId() } }]
        assert.deepStrictEqual(tagsOf(yield* Effect.forEach(retried, ledger.append, allAtOnce)), [
          "Existing",
          "Existing",
        ])
        assert.deepStrictEqual(yield* contentsOf(sql), before)
        const link = { externalId: "user", identityProvider: "idp", verified: true }
        const outcomes = yield* Effect.forEach([{ ...stray, link }, late, makeDraft()], ledger.append, allAtOnce)
        assert.deepStrictEqual(tagsOf(outcomes), ["Existing", "Inserted", "Inserted"])
        const history = Option.getOrThrow(yield* ledger.history(late.record.subjectId))
        assert.deepStrictEqual([history.records, history.link], [[toHistoryRecord(late.record)], null])
      }),
  )

  it.scopedLive("a subject of another tenant is reported, and the others are inserted", () =>
    Effect.gen(function* () {
      const { ledger, sql } = yield* setUp(engine)
      const other = yield* on(sql)(SqlConsentStore.make({ tenant: "other" }))
      const theirs = makeDraft()
      yield* other.append(theirs)
      const id = freshRecordId()
      const drafts = [
        makeDraft({ id, subjectId: theirs.record.subjectId }),
        makeDraft({ id }),
        ...times(20, () => makeDraft()),
      ]
      const outcomes = yield* Effect.forEach(drafts, ledger.append, allAtOnce)
      assert.deepStrictEqual(tagsOf(outcomes), ["HeldElsewhere", ...times(21, () => "Inserted" as const)])
      assert.strictEqual(yield* countOf(sql, tables.subject), 22)
    }),
  )
})

/** Makes the database refuse records of a domain. */
const refuse = (engine: Engine, sql: SqlClient.SqlClient, domain: string) => {
  const [table, name] = [sql(tables.consent), sql("refuses")]
  const literal = sql.literal(`'${domain}'`)
  return engine === "sqlite"
    ? sql`create trigger ${name} before insert on ${table} when new.domain = ${literal}
        begin select raise(abort, 'refused'); end`
    : sql`alter table ${table} add constraint ${name} check (domain <> ${literal})`
}

describeEngines("SqlConsentStore's groups in trouble", (engine) => {
  it.scopedLive("a draft that the database refuses fails alone", () =>
    Effect.gen(function* () {
      const { ledger, sql } = yield* setUp(engine)
      yield* refuse(engine, sql, "poison.example").unprepared
      const decision = freshDecision()
      const drafts = times(60, (index) =>
        makeDraft(index === 17 ? { domain: "poison.example" } : {}, index > 40 ? { decision } : {}),
      )
      const results = yield* Effect.forEach(drafts, (draft) => Effect.either(ledger.append(draft)), allAtOnce)
      for (const [index, result] of results.entries()) {
        const tag = result._tag === "Right" ? result.right._tag : result.left._tag
        assert.strictEqual(tag, index === 17 ? "StoreFailed" : "Inserted")
      }
      assert.strictEqual(yield* countOf(sql, tables.consent), 59)
      assert.strictEqual(yield* countOf(sql, tables.subject), 59)
    }),
  )

  it.scopedLive("a group that keeps losing races is retried one by one", () =>
    Effect.gen(function* () {
      const code = engine === "postgres" ? "40P01" : engine === "mysql" ? "ER_LOCK_DEADLOCK" : "SQLITE_BUSY"
      let losses = 11
      const { ledger, sql } = yield* setUp(engine, (text, run, connection) => {
        if (losses === 0 || !text.includes("into") || !text.includes("consent")) return run
        losses--
        return Effect.zipRight(rollBack(engine, connection), new SqlError({ cause: { code, message: "lost" } }))
      })
      const outcomes = yield* Effect.forEach(
        times(10, () => makeDraft()),
        ledger.append,
        allAtOnce,
      )
      assert.deepStrictEqual(new Set(tagsOf(outcomes)), new Set(["Inserted"]))
      assert.strictEqual(yield* countOf(sql, tables.consent), 10)
    }),
  )

  it.scopedLive("a caller that leaves does not disturb the others", () =>
    Effect.gen(function* () {
      const committing = yield* Deferred.make<void>()
      const mayCommit = yield* Deferred.make<void>()
      const { ledger } = yield* setUp(engine, (text, run) =>
        text === "commit"
          ? Effect.zipRight(Deferred.succeed(committing, undefined), Effect.zipRight(Deferred.await(mayCommit), run))
          : run,
      )
      const appending = (count: number) => Effect.all(times(count, () => Effect.fork(ledger.append(makeDraft()))))
      const first = yield* appending(10)
      yield* Deferred.await(committing)
      const waiting = yield* appending(10)
      yield* Effect.yieldNow()
      yield* Fiber.interruptAll([first[3]!, waiting[0]!, waiting[9]!])
      yield* Deferred.succeed(mayCommit, undefined)
      const others = [...first.toSpliced(3, 1), ...waiting.slice(1, 9)]
      const outcomes = yield* Effect.forEach(others, Fiber.join)
      assert.deepStrictEqual(
        tagsOf(outcomes),
        times(17, () => "Inserted"),
      )
      assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
    }),
  )

  it.scopedLive("a commit that is interrupted too late is acknowledged, and not repeated", () =>
    Effect.gen(function* () {
      const interrupted = Effect.repeat(Effect.zipRight(nextTurn, Effect.descriptor), {
        until: ({ interruptors }) => HashSet.size(interruptors) > 0,
      })
      const { commits, ledger, sql } = yield* setUp(
        engine,
        (text, run) => (text === "commit" ? Effect.zipLeft(run, interrupted) : run),
        2_000,
      )
      const outcomes = yield* Effect.forEach([makeDraft(), makeDraft()], ledger.append, allAtOnce)
      assert.deepStrictEqual(tagsOf(outcomes), ["Inserted", "Inserted"])
      assert.strictEqual(commits(), 1)
      assert.strictEqual(yield* countOf(sql, tables.consent), 2)
    }),
  )

  it.scopedLive("an append in a caller's transaction ends with it", () =>
    Effect.gen(function* () {
      const { ledger, sql } = yield* setUp(engine)
      const mine = yield* on(sql)(SqlConsentStore.make({ tenant: "t" }))
      yield* mine.ping
      const draft = makeDraft()
      const inTransaction = Effect.zipRight(mine.append(draft), Effect.fail("undo" as const))
      assert.strictEqual(yield* Effect.flip(sql.withTransaction(inTransaction)), "undo")
      assert.isNull(Option.getOrNull(yield* ledger.history(draft.record.subjectId)))
    }),
  )
})

describeEngines("SqlConsentStore reads in groups", (engine) => {
  it.scopedLive("300 concurrent histories take a few queries, and an unreadable one fails alone", () =>
    Effect.gen(function* () {
      const { ledger, seen, sql } = yield* setUp(engine)
      const drafts = times(300, () => makeDraft())
      yield* Effect.forEach(drafts, ledger.append, allAtOnce)
      const [spoilt] = drafts
      yield* sql`update ${sql(tables.consent)} set given_at = 9007199254740993 where id = ${spoilt?.record.id ?? ""}`
      seen.length = 0
      const read = ({ record }: (typeof drafts)[number]) => Effect.either(ledger.history(record.subjectId))
      const histories = yield* Effect.forEach(drafts, read, allAtOnce)
      assert.strictEqual(seen.length, 3)
      for (const [index, history] of histories.entries()) {
        if (index === 0) assert.strictEqual(Either.isLeft(history) ? history.left._tag : "", "StoreFailed")
        else
          assert.deepStrictEqual(Option.getOrThrow(Either.getOrThrow(history)).records, [
            toHistoryRecord(drafts[index]!.record),
          ])
      }
    }),
  )

  it.scopedLive("200 concurrent retries get their records from a few queries", () =>
    Effect.gen(function* () {
      const { ledger, seen } = yield* setUp(engine)
      const drafts = times(100, () => makeDraft())
      yield* Effect.forEach(drafts, ledger.append, allAtOnce)
      seen.length = 0
      const outcomes = yield* Effect.forEach([...drafts, ...drafts], ledger.append, allAtOnce)
      assert.deepStrictEqual(
        outcomes.map((outcome) => (outcome._tag === "Existing" ? outcome.record : outcome._tag)),
        [...drafts, ...drafts].map(({ record }) => record),
      )
      assert.isAtMost(seen.filter((text) => text.startsWith("select")).length, 2 * 3)
    }),
  )

  it.scopedLive("within a transaction, its own writes are visible", () =>
    Effect.gen(function* () {
      const { ledger, sql } = yield* setUp(engine)
      const draft = makeDraft()
      const subject = draft.record.subjectId
      const within = Effect.zipRight(ledger.append(draft), ledger.history(subject))
      assert.deepStrictEqual(Option.getOrNull(yield* sql.withTransaction(within))?.records, [
        toHistoryRecord(draft.record),
      ])
      assert.isTrue(Option.isSome(yield* ledger.history(subject)))
    }),
  )
})
