import { describeEngines } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { consentStoreLaws } from "@consent-service/testkit/ConsentStoreLaws"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { contentsOf, freshDatabase, on, openClient, waysToOpen } from "./testing/TestDatabase.js"
import * as Migrations from "./Migrations.js"

describeEngines("SqlConsentStore", (engine) => {
  for (const [way, open] of waysToOpen(engine)) {
    consentStoreLaws(`laws, on ${way}`, {
      // Each run opens clients of its own.
      runs: inForm({ short: 20, full: 100 }),
      makeStore: Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        const sql = yield* openClient(url)
        yield* on(sql)(Migrations.migrate())
        return {
          // A separate client for every store, because the races are between connections.
          store: (tenant) =>
            Effect.flatMap(open(url), (client) =>
              Effect.provideService(SqlConsentStore.make({ tenant }), SqlClient.SqlClient, client),
            ),
          contents: contentsOf(sql),
        }
      }),
    })
  }
})
