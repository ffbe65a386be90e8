import { describeEngines, type Engine } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { databaseOf } from "./schema/SchemaState.js"
import { ledgerStatements } from "./consent/Statements.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { migratedClient, on, tables } from "./testing/TestDatabase.js"

const ledgerOn = (sql: SqlClient.SqlClient) => on(sql)(SqlConsentStore.make({ tenant: "t" }))

const linkedDraft = (externalId: string, type = "dpa") =>
  makeDraft(
    { type, experiment: { id: `of ${externalId}`, arm: "a" } },
    { link: { externalId, identityProvider: "idp", verified: true } },
  )

/** A client that records its statements. */
const watched = (engine: Engine, sql: SqlClient.SqlClient) => {
  const seen: Array<string> = []
  const note: Intercept = (text, run) =>
    Effect.suspend(() => {
      seen.push(text)
      return run
    })
  return Effect.map(intercepted(engine, sql, note), (client) => ({ client, seen }))
}

describeEngines("reads by account", (engine) => {
  it.scopedLive("are one statement, whatever the number of subjects", () =>
    Effect.gen(function* () {
      const { client, seen } = yield* watched(engine, yield* migratedClient(engine))
      const ledger = yield* ledgerOn(client)
      for (let subject = 0; subject < 20; subject++) yield* ledger.append(linkedDraft("user"))
      seen.length = 0
      assert.lengthOf(yield* ledger.linkedHistories("user"), 20)
      assert.lengthOf(yield* ledger.linkedActs("user", ["dpa"]), 1)
      assert.lengthOf(seen, 2)
    }),
  )

  it.scopedLive("run no query where the result must be empty", () =>
    Effect.gen(function* () {
      const refuse: Intercept = () => Effect.dieMessage("a statement")
      const sql = yield* Effect.flatMap(migratedClient(engine), (client) => intercepted(engine, client, refuse))
      const ledger = yield* ledgerOn(sql)
      assert.deepStrictEqual(yield* ledger.linkedHistories("a\u0000"), [])
      assert.deepStrictEqual(yield* ledger.linkedActs("user", []), [])
      assert.deepStrictEqual(yield* ledger.linkedActs("user", ["\ud800"]), [])
    }),
  )

  it.scopedLive("find the acts of any number of types, with statements of few lengths", () =>
    Effect.gen(function* () {
      const { client, seen } = yield* watched(engine, yield* migratedClient(engine))
      const ledger = yield* ledgerOn(client)
      const types = Array.from({ length: 10_000 }, (_, index) => `dpa_${index}`)
      const wanted = [types[0], types[4_321], types[9_999]].flatMap((type) => type ?? [])
      for (const type of wanted) yield* ledger.append(linkedDraft("user", type))
      for (let count = 1; count <= 40; count++) yield* ledger.linkedActs("user", types.slice(0, count))
      const found = yield* ledger.linkedActs("user", types.concat(wanted))
      assert.deepStrictEqual(found.map(({ type }) => type).sort(), wanted.toSorted())
      assert.isAtMost(new Set(seen.filter((text) => text.includes("select distinct"))).size, 8)
    }),
  )
})

/** The engine's query plan. Sequential scans are off for PostgreSQL, which prefers them for small tables. */
const planOf = (engine: Engine, sql: SqlClient.SqlClient, text: string, parameters: ReadonlyArray<unknown>) =>
  sql.withTransaction(
    Effect.gen(function* () {
      if (engine === "postgres") yield* sql`set local enable_seqscan = off`
      const explain = engine === "sqlite" ? "explain query plan" : "explain"
      return JSON.stringify(yield* sql.unsafe(`${explain} ${text}`, parameters).unprepared)
    }),
  )

describeEngines("the indexes for reads by account and of experiments", (engine) => {
  it.scopedLive("are used", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const ledger = yield* ledgerOn(sql)
      for (let subject = 0; subject < 50; subject++) yield* ledger.append(linkedDraft(`user ${subject}`))
      if (engine === "postgres") yield* sql`analyze`
      const database = yield* on(sql)(databaseOf("cs_"))
      const statements = ledgerStatements(database, "t")
      for (const statement of [
        statements.selectLinkedHistories("user 1", 100),
        statements.selectLinkedActs(["user 1"], ["dpa"]),
      ]) {
        const plan = yield* planOf(engine, sql, ...statement.compile(true))
        assert.include(plan, tables.subjectLinkIndex)
        assert.include(plan, tables.consentSubjectIndex)
      }

      const { client, seen } = yield* watched(engine, sql)
      const counter = yield* on(client)(SqlConsentStore.make({ tenant: "t" }))
      yield* counter.decisions({ experimentId: "of user 1", from: 1, to: 2, domain: null })
      const counting = yield* planOf(engine, sql, seen.at(-1) ?? "", ["t", "of user 1", "1", "2"])
      assert.include(counting, tables.consentExperimentIndex)
    }),
  )
})
