import { currentDocument, type DocumentRelease } from "@consent-service/core/consent"
import { describeEngines, serverEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Migrations from "./Migrations.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"
import { byAnotherProcess, type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { freshDatabase, migratedClient, on, openClient } from "./testing/TestDatabase.js"

const registryOn = (sql: SqlClient.SqlClient) => on(sql)(SqlDocumentStore.make({ tenant: "t" }))

const release = (hash: string, type = "dpa"): DocumentRelease => ({ type, version: hash, hash, effectiveDate: 0 })

describeEngines("SqlDocumentStore", (engine) => {
  it.scopedLive("runs no query where no types are requested", () =>
    Effect.gen(function* () {
      const refuse: Intercept = () => Effect.dieMessage("a statement")
      const sql = yield* Effect.flatMap(migratedClient(engine), (client) => intercepted(engine, client, refuse))
      assert.deepStrictEqual(yield* (yield* registryOn(sql)).versions([]), [])
    }),
  )

  it.scopedLive("finds the versions of any number of types, with statements of few lengths", () =>
    Effect.gen(function* () {
      const statements = new Set<string>()
      const note: Intercept = (text, run) =>
        Effect.suspend(() => {
          if (text.includes("select * from")) statements.add(text)
          return run
        })
      const sql = yield* Effect.flatMap(migratedClient(engine), (client) => intercepted(engine, client, note))
      const registry = yield* registryOn(sql)
      const types = Array.from({ length: 70_000 }, (_, index) => `dpa_${index}`)
      const wanted = [types[0], types[4_321], types[69_999]].flatMap((type) => type ?? [])
      for (const type of wanted) yield* registry.publish(release("a", type))
      for (let count = 1; count <= 40; count++) yield* registry.versions(types.slice(0, count))
      const found = yield* registry.versions(types.concat(wanted))
      assert.deepStrictEqual(found.map(({ type }) => type).sort(), wanted.toSorted())
      assert.isAtMost(statements.size, 8)
    }),
  )
})

describeEngines("SqlDocumentStore, publishing", (engine) => {
  it.scopedLive("publishing is one transaction, for a new version and for a superseded one", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const note: Intercept = (text, run) =>
        Effect.suspend(() => {
          seen.push(text)
          return run
        })
      const sql = yield* Effect.flatMap(migratedClient(engine), (client) => intercepted(engine, client, note))
      const registry = yield* registryOn(sql)
      for (const hash of ["a", "b", "a"]) {
        yield* registry.versions(["dpa"])
        seen.length = 0
        yield* registry.publish(release(hash))
        assert.match(seen[0] ?? "", /^(begin|start transaction)/i)
        assert.match(seen.at(-1) ?? "", /^commit/i)
        assert.lengthOf(
          seen.filter((text) => /^(begin|start transaction|commit|rollback)/i.test(text)),
          2,
        )
      }
    }),
  )
})

describeEngines(
  "SqlDocumentStore with several publishers",
  (engine) => {
    it.scopedLive("a superseded version that is republished concurrently never falls back in rank", () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        const sql = yield* openClient(url)
        yield* on(sql)(Migrations.migrate())
        const registry = yield* registryOn(sql)
        const current = Effect.map(registry.versions(["dpa"]), (versions) => currentDocument(versions, "dpa"))
        const others = Effect.gen(function* () {
          yield* Effect.sleep("5 millis")
          yield* registry.publish(release("c"))
          yield* Effect.sleep("5 millis")
          yield* registry.publish(release("a"))
        })
        // Between the slow publisher's read and its write.
        let isFirst = true
        const interfere: Intercept = (text, run) =>
          Effect.suspend(() => {
            if (!isFirst || !text.startsWith("update")) return run
            isFirst = false
            return Effect.zipRight(byAnotherProcess(others), run)
          })
        const slow = yield* Effect.flatMap(openClient(url), (client) => intercepted(engine, client, interfere))
        for (const hash of ["a", "b"]) yield* registry.publish(release(hash))
        const outcome = yield* Effect.flatMap(registryOn(slow), ({ publish }) => publish(release("a")))
        assert.isFalse(isFirst)
        assert.strictEqual((yield* current)?.hash, "a")
        assert.deepStrictEqual({ ...outcome }, { _tag: "Unchanged", document: yield* current })
      }),
    )
  },
  serverEngines,
)
