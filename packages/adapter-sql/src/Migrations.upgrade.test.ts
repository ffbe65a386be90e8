import { SubjectId } from "@consent-service/core/subject"
import { type HistoryRecord, toHistoryRecord } from "@consent-service/core/consent"
import { describeEngines, type Engine } from "@consent-service/test-engines"
import { freshDecision, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { databaseOf } from "./schema/SchemaState.js"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { ids, migrateAsOf } from "./testing/Schemas.js"
import { freshDatabase, migratedClient, on, openClient, tables } from "./testing/TestDatabase.js"

/** Tables with rows, by name. */
type Content = ReadonlyMap<string, ReadonlyArray<Row>>

const dataTables = Object.values(tables).filter((name) => name !== tables.migrations && !name.endsWith("_idx"))

const subject = SubjectId.make("sub_23456789ABCDEFGHJKLMNPQRSTU")

const drafts = [
  makeDraft(
    { subjectId: subject, metadata: { "ключ ": "Ünïcödé 🍪 '\"; --\n" }, givenAt: 1 },
    { link: { externalId: "User ", identityProvider: "shop", verified: true } },
  ),
  makeDraft({ subjectId: subject, preferences: null, metadata: null, experiment: null, givenAt: 2 ** 53 - 1 }),
  makeDraft({ type: "privacy_policy", domain: " b.example" }, { decision: { ...freshDecision(), country: null } }),
]

/** Values that the ledger does not write itself. */
const others: Content = new Map([
  [
    tables.legalDocument,
    [{ id: "doc_1", tenant: "t", type: "dpa", version: "1", hash: "h", effective_date: 5, ranking: 7 }],
  ],
  [tables.manifestArchive, [{ id: "m".repeat(64), tenant: "t", content: '{"a": "ü"}' }]],
  [
    tables.log,
    [{ tenant: "t", origin: "o", opened_at: 1, size: 1, root: "r".repeat(43), last_time: 2, lease_until: 0 }],
  ],
  [
    tables.logQueue,
    [{ tenant: "t", received_at: 3, id: "cns_1", kind: 1, salt: "s".repeat(22), commitment: "c".repeat(43) }],
  ],
  [tables.logBundle, [{ tenant: "t", n: 0, first_received: 1, last_received: 1, width: 1, content: "0 1000 - - ü" }]],
  [tables.logTile, [{ tenant: "t", level: 1, n: 0, hashes: "h".repeat(43) }]],
  [tables.logCheckpoint, [{ tenant: "t", size: 1, note: "o\n1\n\n— ü", signed_at: 5 }]],
  [
    tables.logTimestamp,
    [{ tenant: "t", size: 1, authority: "https://tsa.example", kept_at: 5, text: "o", answer: "AA==" }],
  ],
  [
    tables.statistic,
    [
      {
        tenant: "t",
        unit: "day",
        dimension: "country",
        start: 20_000,
        value: "DE",
        part: "ü",
        records: 3,
        accepted: 1,
        refused: 1,
        customized: 1,
        shown: 4,
        ...Object.fromEntries(
          ["experience", "functionality", "marketing", "measurement"].flatMap((category) => [
            [`${category}_granted`, 1],
            [`${category}_refused`, 2],
          ]),
        ),
      },
    ],
  ],
  [tables.statisticQueue, [{ tenant: "t", id: "q", queued_at: 7, content: '{"a": "ü"}' }]],
  [tables.logStatement, [{ tenant: "t", id: "s", statement: "{}" }]],
  [tables.erasure, [{ tenant: "t", id: "request", erased_at: 7, entry_id: "ers_1", detail: '{"a": "ü"}' }]],
  [tables.legalHold, [{ tenant: "t", id: "case", scope: '{"a": "ü"}', reason: "ü", placed_at: 7 }]],
])

const insertAll = (sql: SqlClient.SqlClient, content: Content) =>
  Effect.forEach(content, ([table, rows]) =>
    Effect.forEach(rows, (row) => sql`insert into ${sql(table)} ${sql.insert(row)}`),
  )

/** All rows, in the order of their ids, which does not change. */
const contentOf = (sql: SqlClient.SqlClient): Effect.Effect<Content, unknown> =>
  Effect.gen(function* () {
    const { dialect } = yield* on(sql)(databaseOf("cs_"))
    const there = yield* Effect.filter(dataTables, dialect.catalog.hasTable)
    return new Map(
      yield* Effect.forEach(there, (table) =>
        Effect.map(
          sql`select * from ${sql(table)}`,
          (rows) => [table, rows.toSorted((one, other) => (String(one["id"]) < String(other["id"]) ? -1 : 1))] as const,
        ),
      ),
    )
  })

/** Rows written by today's code, and the records it reads from them. */
const todaysContent = (engine: Engine) =>
  Effect.gen(function* () {
    const sql = yield* migratedClient(engine)
    const ledger = yield* on(sql)(SqlConsentStore.make({ tenant: "t" }))
    yield* Effect.forEach(drafts, (draft) => ledger.append(draft))
    yield* insertAll(sql, others)
    return yield* contentOf(sql)
  })

/** The same rows without tables and columns that the database does not have yet. */
const asOf = (sql: SqlClient.SqlClient, content: Content): Effect.Effect<Content, unknown> =>
  Effect.gen(function* () {
    const { dialect } = yield* on(sql)(databaseOf("cs_"))
    const there = yield* Effect.filter(content, ([table]) => dialect.catalog.hasTable(table))
    return new Map(
      yield* Effect.forEach(there, ([table, rows]) =>
        Effect.gen(function* () {
          const columns = yield* Effect.filter(Object.keys(rows[0] ?? {}), (name) =>
            dialect.catalog.hasColumn(table, name),
          )
          return [table, rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))] as const
        }),
      ),
    )
  })

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A record of which an earlier version could store only a part. */
const knownThen = (record: HistoryRecord, missing: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, missing.has(columnOf(field)) ? null : value]),
  )

describeEngines("an upgrade", (engine) => {
  const todaysOnce = Effect.runSync(Effect.cached(Effect.scoped(todaysContent(engine))))
  for (const count of Array.from(ids.keys(), (index) => index + 1)) {
    it.scopedLive(`from ${ids[count - 1]} keeps every row, and the ledger reads them`, () =>
      Effect.gen(function* () {
        const today = yield* todaysOnce
        for (const [table, rows] of today) assert.isNotEmpty(rows, `give ${table} a row in this test`)
        const sql = yield* Effect.flatMap(freshDatabase(engine), openClient)
        yield* migrateAsOf(sql, count)
        yield* insertAll(sql, yield* asOf(sql, today))
        const before = yield* contentOf(sql)

        assert.deepStrictEqual(yield* on(sql)(Migrations.migrate()), ids.slice(count))
        const after = yield* contentOf(sql)
        for (const [table, rows] of before) {
          const added = Object.keys(today.get(table)?.[0] ?? {}).filter((name) => !(name in (rows[0] ?? {})))
          const nulls = Object.fromEntries(added.map((name) => [name, null]))
          assert.isNotEmpty(rows)
          assert.deepStrictEqual(
            after.get(table),
            rows.map((row) => ({ ...row, ...nulls })),
          )
        }

        const had = new Set(Object.keys(before.get(tables.consent)?.[0] ?? {}))
        const missing = new Set(Object.keys(today.get(tables.consent)?.[0] ?? {}).filter((name) => !had.has(name)))
        const ledger = yield* on(sql)(SqlConsentStore.make({ tenant: "t" }))
        const { link, records } = Option.getOrThrow(yield* ledger.history(subject))
        assert.deepStrictEqual(link, drafts[0]?.link)
        assert.deepStrictEqual<unknown>(
          records,
          [drafts[1]!, drafts[0]!].map(({ record }) => knownThen(toHistoryRecord(record), missing)),
        )
        assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
      }),
    )
  }
})
