/** What a cluster needs: saves, retries and histories that touch one shard, and migrations of a database that has records. */
import { describeClusters, standInShards, type TestCluster } from "@consent-service/test-engines/private"
import { makeDraft, freshDecision, freshSubjectId } from "@consent-service/testkit/Drafts"
import { pendingEntry, archiveStatement } from "@consent-service/core/evidence"
import type { ConsentDraft } from "@consent-service/core/consent"
import { assert, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Distribution } from "./distribution/Distribution.js"
import { hashOfText } from "./distribution/TextHash.js"
import * as Migrations from "./Migrations.js"
import { tablesOf } from "./schema/Tables.js"
import * as SqlStores from "./SqlStores.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import * as Verification from "./Verification.js"
import { clusterDatabase, openCluster } from "./testing/Clusters.js"
import { type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { contentsOf, on, openClient } from "./testing/TestDatabase.js"

interface Sent {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

/** Remembers what is sent: the statements of each transaction, and each other one by itself. */
const makeRecorder = () => {
  let units: Array<Array<Sent>> = []
  const open = new Map<Connection, Array<Sent>>()
  const intercept: Intercept = (text, run, connection, params) => {
    const unit = open.get(connection)
    if (/^begin/i.test(text)) open.set(connection, [])
    else if (/^(commit|rollback)$/i.test(text)) {
      if (unit !== undefined) units.push(unit)
      open.delete(connection)
    } else if (unit === undefined) units.push([{ text, params }])
    else unit.push({ text, params })
    return run
  }
  return {
    intercept,
    /** What was sent since the last time. */
    take: () => {
      const taken = units
      units = []
      return taken
    },
  }
}

const shardOf = (subject: string): number => Math.floor((hashOfText(subject) + 2 ** 31) / (2 ** 32 / standInShards))

/** The shards of a statement on the stand-in: those in its plan, and those of the rows that it inserts. */
const shardsOf = (sql: SqlClient.SqlClient, { params, text }: Sent) =>
  Effect.gen(function* () {
    const plan = yield* sql.unsafe<Record<string, string>>(`explain (costs off) ${text}`, params)
    const planned = plan.flatMap((row) =>
      Array.from(String(row["QUERY PLAN"]).matchAll(/cs_(?:subject|consent|log_queue)_s(\d+)/g), ([, shard]) =>
        Number(shard),
      ),
    )
    if (!text.startsWith("insert")) return planned
    assert.match(text, /^insert into "cs_\w+" \([^)]*\)\s+values \(/)
    return params.flatMap((param) => (String(param).startsWith("sub_") ? [shardOf(String(param))] : []))
  })

const setUp = (cluster: TestCluster) =>
  Effect.gen(function* () {
    const { tablePrefix, url } = yield* clusterDatabase(cluster)
    const context = yield* openCluster(url)
    const sql = yield* Effect.provide(SqlClient.SqlClient, context)
    yield* Effect.provide(on(sql)(Migrations.migrate({ tablePrefix })), context)
    const recorder = makeRecorder()
    const watched = yield* intercepted("postgres", sql, recorder.intercept)
    const store = yield* on(watched)(SqlConsentStore.make({ tablePrefix })).pipe(
      Effect.provideService(Distribution, "citus"),
    )
    return { context, recorder, sql, store, tablePrefix, url }
  })

const decision = freshDecision()

const draftOf = (subjectId = freshSubjectId()): ConsentDraft => {
  const draft = makeDraft({ subjectId, decisionId: decision.id }, { decision })
  const entry = pendingEntry(archiveStatement({ digest: "ab", what: "texts" }), {
    id: draft.record.id,
    receivedAt: draft.record.createdAt,
    salt: "xh7DYDLe8SCGKnMPT9Tr8Q",
  })
  return { ...draft, entries: { record: () => entry, link: null } }
}

const together = { concurrency: "unbounded" } as const

/** The catalog of Citus cannot be changed so easily. */
const standInOnly = (cluster: TestCluster) => {
  it.scopedLive("a worker that may lose what it acknowledged, or does not answer, is refused", () =>
    Effect.gen(function* () {
      const { plainUrl, tablePrefix, url } = yield* clusterDatabase(cluster)
      const sql = yield* openClient(plainUrl)
      yield* Effect.provide(on(sql)(Migrations.migrate({ tablePrefix })), yield* openCluster(url))
      const workersAnswer = (success: boolean, result: string) =>
        sql.unsafe(`create or replace function run_command_on_workers(command text)
          returns table (nodename text, nodeport int, success boolean, result text)
          language sql as $$ values ('one', 1, true, 'on on'), ('two', 2, ${success}, '${result}') $$`)
      const trouble = Effect.gen(function* () {
        const { ping } = yield* Effect.provide(SqlConsentStore.make({ tablePrefix }), yield* openCluster(url))
        return JSON.stringify(yield* Effect.flip(ping))
      })
      yield* workersAnswer(true, "on off")
      assert.include(yield* trouble, "the worker two has synchronous_commit or fsync off")
      yield* workersAnswer(false, "connection refused")
      assert.include(yield* trouble, "the worker two does not tell its settings: connection refused")
    }),
  )

  it.scopedLive("shards that do not cover all hashes are refused before anything is saved", () =>
    Effect.gen(function* () {
      const { sql, store, tablePrefix } = yield* setUp(cluster)
      yield* sql`delete from pg_dist_shard where shardminvalue = '-2147483648'`
      const error = yield* Effect.flip(store.append(draftOf()))
      assert.include(JSON.stringify(error), "do not cover all hashes")
      assert.lengthOf(yield* sql`select id from ${sql(tablesOf(tablePrefix).subject)}`, 0)
    }),
  )
}

describeClusters("a cluster", (cluster) => {
  if (cluster.isStandIn) standInOnly(cluster)

  it.scopedLive("each batch of saves, each retry and each history is of one shard", () =>
    Effect.gen(function* () {
      const { recorder, sql, store } = yield* setUp(cluster)
      const drafts = Arr.makeBy(60, () => draftOf())
      yield* store.append(draftOf())
      recorder.take()

      const runs = {
        saves: Effect.forEach(drafts, store.append, together),
        retries: Effect.forEach(drafts.slice(0, 1), store.append, together),
        returning: Effect.forEach(drafts, ({ record }) => store.append(draftOf(record.subjectId)), together),
        history: store.history(drafts[0]!.record.subjectId),
        histories: Effect.forEach(drafts, ({ record }) => store.history(record.subjectId), together),
        mixed: Effect.forEach(
          drafts.slice(0, 20).flatMap((draft) => [draft, draftOf(), draftOf(draft.record.subjectId)]),
          store.append,
          together,
        ),
      }
      for (const run of Object.values(runs)) {
        yield* run
        const units = recorder.take()
        if (!cluster.isStandIn) continue
        let statements = 0
        for (const unit of units) {
          const shards = yield* Effect.forEach(unit, (sent) => shardsOf(sql, sent))
          assert.strictEqual(new Set(shards.flat()).size, 1, JSON.stringify(unit))
          statements += unit.length
        }
        assert.isAbove(statements, 0)
      }
    }),
  )

  it.scopedLive("a decision that is on record is not sent again", () =>
    Effect.gen(function* () {
      const { recorder, sql, store, tablePrefix } = yield* setUp(cluster)
      const sentDecisions = () =>
        recorder
          .take()
          .flat()
          .filter(({ text }) => text.includes("policy_decision"))
      yield* store.append(draftOf())
      assert.strictEqual(sentDecisions().length, 1)
      yield* Effect.forEach(
        Arr.makeBy(20, () => draftOf()),
        store.append,
        together,
      )
      assert.strictEqual(sentDecisions().length, 0)
      yield* store.append(makeDraft())
      assert.strictEqual(sentDecisions().length, 1)
      const rows = yield* sql`select id from ${sql(tablesOf(tablePrefix).policyDecision)}`
      assert.strictEqual(rows.length, 2)
    }),
  )

  it.scopedLive("a cluster is ready for saves, and its rows are verified", () =>
    Effect.gen(function* () {
      const { context, store, tablePrefix, url } = yield* setUp(cluster)
      yield* Effect.forEach(
        Arr.makeBy(20, () => draftOf()),
        store.append,
        together,
      )
      const readiness = Effect.flatMap(SqlStores.DatabaseHealth, (health) => health.readiness)
      assert.strictEqual(yield* Effect.provide(readiness, SqlStores.layerFromUrl(url, { tablePrefix })), "ready")
      const { damaged, tables } = yield* Effect.provide(Verification.verify({ tablePrefix }), context)
      const rowsOf = (table: string) => tables.find((one) => one.table === table)?.rows
      const { consent, policyDecision, subject } = tablesOf(tablePrefix)
      assert.deepStrictEqual([rowsOf(subject), rowsOf(consent), rowsOf(policyDecision)], [20, 20, 1])
      assert.isEmpty(
        damaged.filter(({ damage }) =>
          damage.some((one) => one.endsWith("-missing") && !/^(manifest|texts)/.test(one)),
        ),
      )
    }),
  )

  it.scopedLive("a database with records is distributed, and is then not opened without the option", () =>
    Effect.gen(function* () {
      const { plainUrl, tablePrefix, url } = yield* clusterDatabase(cluster)
      const sql = yield* openClient(plainUrl)
      yield* on(sql)(Migrations.migrate({ tablePrefix }))
      const plain = yield* on(sql)(SqlConsentStore.make({ tablePrefix }))
      const drafts = Arr.makeBy(40, () => draftOf())
      yield* Effect.forEach(drafts, plain.append, together)
      const before = yield* contentsOf(sql, tablesOf(tablePrefix))

      const context = yield* openCluster(url)
      const behind = yield* Effect.flip(
        Effect.flatMap(SqlConsentStore.make({ tablePrefix }), ({ append }) => append(draftOf())).pipe(
          Effect.provide(context),
        ),
      )
      assert.include(behind.message, "citus-1-distribution")
      const ran = yield* Effect.provide(on(sql)(Migrations.migrate({ tablePrefix })), context)
      assert.deepStrictEqual(ran, ["citus-1-distribution"])
      assert.deepStrictEqual(yield* contentsOf(sql, tablesOf(tablePrefix)), before)

      const store = yield* Effect.provide(SqlConsentStore.make({ tablePrefix }), context)
      for (const draft of drafts.slice(0, 5)) {
        assert.strictEqual((yield* store.append(draft))._tag, "Existing")
        const history = yield* store.history(draft.record.subjectId)
        assert.lengthOf(Option.getOrThrow(history).records, 1)
      }
      const refused = yield* Effect.flip(on(sql)(Migrations.migrate({ tablePrefix })))
      assert.match(refused.message, /distributed by Citus .*add distribution=citus/)
      const opened = yield* on(sql)(SqlConsentStore.make({ tablePrefix }))
      assert.match((yield* Effect.flip(opened.ping)).message, /add distribution=citus/)
    }),
  )
})
