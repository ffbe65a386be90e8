/** Each statement that a store sends reads and writes the rows of its own tenant only. */
import { aroundEach, type TenantScoped } from "@consent-service/core/ports"
import { describeEngines, type Engine } from "@consent-service/test-engines"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { tableNames, tablesOf } from "./schema/Tables.js"
import { everyOperation, type StoresOfTenant, storesOfTenant } from "./testing/EveryOperation.js"
import { intercepted } from "./testing/InterceptedClient.js"
import { type Sent, tablesIn, tenantProblems, withoutEach } from "./testing/TenantConditions.js"
import { migratedClient, on } from "./testing/TestDatabase.js"

const tenant = "the tenant of these statements"

/** All tables but that of migrations, which belongs to the database. */
const tables: ReadonlySet<string> = new Set(tableNames("cs_").filter((table) => table !== tablesOf("cs_").migrations))

/** Statements that reach rows of other tenants on purpose. */
const exceptions: ReadonlyArray<{ readonly form: RegExp; readonly reason: string }> = [
  {
    form: /^select 1 as found from \S+ where id = \S+ and tenant <> \S+$/,
    reason: "tells that a subject's id is taken; its one column is a constant, and the answer is 409 for everyone",
  },
]

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const isExcepted = ({ text }: Sent): boolean => exceptions.some(({ form }) => form.test(plain(text)))

/** The stores, with the names of operations that ran in a set. */
const watched = (stores: StoresOfTenant, ran: Set<string>): StoresOfTenant => {
  const watch = <S extends TenantScoped>(name: string, store: S): S =>
    aroundEach(store, (operation) => (effect) => {
      ran.add(`${name}.${operation}`)
      return effect
    })
  const { archive, consents, documents, erasures, log, reader, records, statistics, stored } = stores
  return {
    archive: watch("archive", archive),
    consents: watch("consents", consents),
    documents: watch("documents", documents),
    erasures: watch("erasures", erasures),
    log: watch("log", log),
    reader: watch("reader", reader),
    records: watch("records", records),
    statistics: watch("statistics", statistics),
    stored: watch("stored", stored),
  }
}

/** The statements of all operations on an engine, each text once. */
const observe = (engine: Engine) =>
  Effect.gen(function* () {
    const sent = new Map<string, Sent>()
    const database = yield* migratedClient(engine)
    const client = yield* intercepted(engine, database, (text, run, _, parameters) =>
      Effect.suspend(() => {
        sent.set(text, { text, parameters })
        return run
      }),
    )
    const elsewhere = yield* on(database)(storesOfTenant("another tenant"))
    const stores = yield* on(client)(storesOfTenant(tenant))
    const ran = new Set<string>()
    const recovered = yield* everyOperation(watched(stores, ran), elsewhere)
    assert.strictEqual(recovered, "TakenOver")
    const operations = Object.entries(stores).flatMap(([name, store]) =>
      Object.keys(store).flatMap((operation) => (operation === "tenant" ? [] : [`${name}.${operation}`])),
    )
    return { statements: Array.from(sent.values()), ran, operations }
  })

describeEngines("the statements of a tenant's stores (threat: reading or writing another tenant's data)", (engine) => {
  it.scopedLive("each select, update and delete has a condition on the tenant, and each insert binds it", () =>
    Effect.gen(function* () {
      const { operations, ran, statements } = yield* observe(engine)
      const problems = statements.flatMap((sent) =>
        isExcepted(sent)
          ? []
          : tenantProblems(sent, tables, tenant).map((problem) => `${problem}: ${plain(sent.text)}`),
      )
      assert.deepStrictEqual(problems, [])
      // All operations ran, on all tables, and no exception is left over.
      assert.deepStrictEqual(
        operations.filter((name) => !ran.has(name)),
        [],
      )
      assert.deepStrictEqual(new Set(statements.flatMap((sent) => tablesIn(sent, tables))), tables)
      for (const { form } of exceptions)
        assert.isTrue(
          statements.some(({ text }) => form.test(plain(text))),
          String(form),
        )
      // Without a tenant in any one of its places, each of them is found.
      const planted = statements.filter((sent) => !isExcepted(sent)).flatMap(withoutEach)
      assert.isAtLeast(planted.length, 100)
      const missed = planted.filter((sent) => tenantProblems(sent, tables, tenant).length === 0)
      assert.deepStrictEqual(
        missed.map(({ text }) => plain(text)),
        [],
      )
    }),
  )
})

describe("the check of a statement", () => {
  const problemsIn = (text: string, ...parameters: ReadonlyArray<unknown>) =>
    tenantProblems({ text, parameters }, tables, tenant)

  it.each([
    ["no condition", "select tenant, id from cs_consent", []],
    ["a column only", 'select "tenant" from "cs_consent" where "id" = $1', ["x"]],
    ["another tenant", "select id from cs_consent where tenant = ?", ["another"]],
    ["a value that is set", "update cs_consent set tenant = ? where id = ?", [tenant, "x"]],
    ["one of two tables", "select 1 from cs_consent c join cs_subject s on s.id = c.id where c.tenant = ?", [tenant]],
    ["each other", "select 1 from cs_consent c, cs_subject s where s.tenant = c.tenant and s.id = ?", [tenant]],
    ["an alternative", "delete from cs_consent where tenant = ? or id = ?", [tenant, "x"]],
    ["a query inside", "select 1 from (select id from cs_consent) c where tenant = ?", [tenant]],
    ["a part of a union", "select 1 from cs_log where tenant = ? union all select 1 from cs_log", [tenant]],
    ["a row without it", "insert into cs_consent (id, type) values (?, ?)", [tenant, "x"]],
    ["a row of another", "insert into cs_consent (id, tenant) values (?, ?)", ["x", "another"]],
    ["all but it", "select 1 from cs_consent where tenant <> ?", [tenant]],
  ])("finds %s", (_, text, parameters) => assert.isNotEmpty(problemsIn(text, ...parameters)))

  it.each([
    ["a condition", "select 1 from `cs_consent` where `id` = ? and `tenant` = ?", ["x", tenant]],
    ["a number", 'select 1 from "cs_consent" c where $2 = c."tenant" and c.id = $1', ["x", tenant]],
    [
      "another table's",
      "select 1 from cs_consent c join cs_subject s on s.tenant = c.tenant where s.tenant = ?",
      [tenant],
    ],
    ["alternatives in it", "select 1 from cs_consent where tenant = ? and (id = ? or id = ?)", [tenant, "x", "y"]],
    ["a row with it", "insert into cs_consent (id, tenant) values (?, ?)", ["x", tenant]],
    [
      "arrays",
      "insert into cs_consent (id, tenant) select v.* from unnest($1, $2) as v(id, tenant)",
      [["x"], [tenant]],
    ],
    ["the migrations", "select id from cs_migrations", []],
  ])("accepts %s", (_, text, parameters) => assert.deepStrictEqual(problemsIn(text, ...parameters), []))
})
