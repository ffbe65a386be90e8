import { describeEngines } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { migratedClient, on, tables } from "./testing/TestDatabase.js"

describeEngines("the rows of a batch", (engine) => {
  it.scopedLive(
    "are inserted in the order of their ids, so that two processes never wait for each other in circles",
    () =>
      Effect.gen(function* () {
        const sent: Array<{ readonly text: string; readonly params: ReadonlyArray<unknown> }> = []
        const watch: Intercept = (text, run, _, params) =>
          Effect.suspend(() => {
            sent.push({ text, params })
            return run
          })
        const sql = yield* intercepted(engine, yield* migratedClient(engine), watch)
        const ledger = yield* on(sql)(SqlConsentStore.make())
        yield* ledger.ping
        sent.length = 0
        const drafts = Array.from({ length: 40 }, () => makeDraft())
        const [one] = drafts
        yield* Effect.forEach([...drafts, { ...makeDraft(), decision: one?.decision ?? null }], ledger.append, {
          concurrency: "unbounded",
        })
        assert.strictEqual(sent.filter(({ text }) => text.toLowerCase() === "commit").length, 1)

        /** The ids that were inserted into a table, in order. */
        const insertedInto = (table: string, ids: ReadonlyArray<string>) =>
          sent
            .filter(({ text }) => new RegExp(`^insert.* into .${table}.`).test(text))
            .flatMap(({ params }) => params.flat())
            .filter((value): value is string => ids.some((id) => id === value))
        for (const [table, ids] of [
          [tables.subject, drafts.map(({ record }) => record.subjectId)],
          [tables.consent, drafts.map(({ record }) => record.id)],
          [tables.policyDecision, drafts.flatMap(({ decision }) => decision?.id ?? [])],
        ] as const) {
          assert.strictEqual(ids.length, 40)
          assert.deepStrictEqual(insertedInto(table, ids), ids.toSorted(), table)
        }
      }),
  )
})
