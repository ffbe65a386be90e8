/** A real Galera cluster of two nodes. Runs under `npm run torture`, because the test cannot control its timing. */
import { inForm } from "@consent-service/test-engines/form"
import { describeWith, mysqlQuery, startGaleraNode, whyNoGaleraCluster } from "@consent-service/test-engines/private"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { on, openClient } from "./testing/TestDatabase.js"

const patiently = Schedule.intersect(Schedule.spaced("200 millis"), Schedule.recurs(300))

const startNode = (join: number | null) =>
  Effect.acquireRelease(
    Effect.promise(() => startGaleraNode(join)),
    ({ stop }) => Effect.promise(stop),
  )

const run = (url: string, statement: string) => Effect.promise(() => mysqlQuery(url, statement))

describeWith("a Galera cluster", whyNoGaleraCluster(), () => {
  it.scopedLive(
    "migrates on two nodes concurrently, and a node that loses the quorum is unreachable until it is back",
    () =>
      Effect.gen(function* () {
        const first = yield* startNode(null)
        const second = yield* startNode(first.port)
        for (const database of inForm({ short: ["round1"], full: ["round1", "round2", "round3"] })) {
          yield* run(first.url, `create database ${database}`)
          const urls = [first.url, second.url, first.url, second.url].map((url) => `${url}${database}`)
          // Waits until the other node has it, too.
          yield* Effect.retry(
            Effect.tryPromise(() => mysqlQuery(`${second.url}${database}`, "select 1")),
            patiently,
          )
          const clients = yield* Effect.forEach(urls, (url) => openClient(url))
          yield* Effect.forEach(clients, (sql) => on(sql)(Migrations.migrate()), { concurrency: "unbounded" })
          for (const sql of clients) {
            assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.UpToDate())
            const { append } = yield* on(sql)(SqlConsentStore.make())
            assert.strictEqual((yield* append(makeDraft()))._tag, "Inserted")
          }
        }

        const { append } = yield* on(yield* openClient(`${first.url}round1`))(SqlConsentStore.make())
        yield* append(makeDraft())
        yield* run(first.url, "set global wsrep_provider_options = 'gmcast.isolate=1'")
        const withoutQuorum = Effect.filterOrFail(
          run(first.url, "show status like 'wsrep_ready'"),
          ([row]) => row?.["Value"] === "OFF",
        )
        yield* Effect.retry(withoutQuorum, patiently)
        assert.strictEqual((yield* Effect.flip(append(makeDraft())))._tag, "StoreUnreachable")
        yield* run(first.url, "set global wsrep_provider_options = 'gmcast.isolate=0'")
        yield* Effect.retry(append(makeDraft()), patiently)
      }),
    180_000,
  )
})
