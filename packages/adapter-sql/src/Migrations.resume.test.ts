import { describeEngines, type Engine } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { endingAt } from "./testing/EndedClient.js"
import { ids } from "./testing/Schemas.js"
import { freshDatabase, on, openClient } from "./testing/TestDatabase.js"

/** More statements than all migrations have. */
const many = 400

/** Kills runs at every nth statement only, because a whole schema takes a server a second: the seed decides at which. */
const stride = (engine: Engine): number => inForm({ short: engine === "sqlite" ? 5 : 15, full: 1 })

const timeoutMs = inForm({ short: 120_000, full: 900_000 })

/** Kills a run at each of these statements, on separate tables, and resumes it with another run. */
const resume = (engine: Engine, when: "before" | "after") =>
  Effect.gen(function* () {
    const url = yield* freshDatabase(engine)
    const sql = yield* openClient(url)
    const offset = when === "before" ? 0 : Math.floor(stride(engine) / 2)
    for (let index = (testSeed + offset) % stride(engine); index < many; index += stride(engine)) {
      const options = { tablePrefix: `k${index}_` }
      const run = Effect.gen(function* () {
        const { client, ended } = yield* endingAt(engine, url, sql, index, when)
        const result = yield* Effect.exit(on(client)(Migrations.migrate(options)))
        return ended() ? null : result
      })
      const whole = yield* Effect.scoped(run)
      if (whole !== null) return assert.deepStrictEqual(whole, Exit.succeed(ids))
      yield* on(sql)(Migrations.migrate(options))
      assert.deepStrictEqual(yield* on(sql)(Migrations.status(options)), Migrations.SchemaStatus.UpToDate())
      const ledger = yield* on(sql)(SqlConsentStore.make(options))
      assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
    }
    assert.fail("the migrations never ended")
  })

describeEngines("Migrations ended at any statement (threat: a schema that is half migrated)", (engine) => {
  it.scopedLive("resume, when the statement had not run", () => resume(engine, "before"), timeoutMs)
  it.scopedLive("resume, when the statement had run", () => resume(engine, "after"), timeoutMs)
})
