import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlArchive from "./SqlArchive.js"
import { type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { migratedClient, on } from "./testing/TestDatabase.js"

describeEngines("SqlArchive", (engine) => {
  it.scopedLive("stores all records of one call, or none", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      let inserts = 0
      const failSecond: Intercept = (text, run) =>
        Effect.suspend(() =>
          text.startsWith("insert") && ++inserts === 2
            ? Effect.fail(new SqlError({ message: "no", cause: { code: "", message: "disk full" } }))
            : run,
        )
      const failing = yield* intercepted(engine, sql, failSecond)
      const entries = ["a", "b", "c"].map((id) => ({ id, content: id }))
      const error = yield* Effect.flip(Effect.flatMap(on(failing)(SqlArchive.make()), ({ keep }) => keep(entries)))
      assert.strictEqual(error._tag, "StoreFailed")
      const archive = yield* on(sql)(SqlArchive.make())
      for (const { id } of entries) assert.isNull(Option.getOrNull(yield* archive.find(id)))
      yield* archive.keep(entries)
      for (const { content, id } of entries) assert.strictEqual(Option.getOrNull(yield* archive.find(id)), content)
    }),
  )
})
