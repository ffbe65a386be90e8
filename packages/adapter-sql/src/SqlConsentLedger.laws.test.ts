import { describeEngines } from "@consent-service/test-engines"
import { consentLedgerLaws } from "@consent-service/testkit/ConsentLedgerLaws"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as SqlConsentLedger from "./SqlConsentLedger.js"
import { contentsOf, freshDatabase, on, openClient } from "./testing/TestDatabase.js"
import * as Migrations from "./Migrations.js"

describeEngines("SqlConsentLedger", (engine) => {
  consentLedgerLaws("laws", {
    makeStore: Effect.gen(function* () {
      const url = yield* freshDatabase(engine)
      const sql = yield* openClient(url)
      yield* on(sql)(Migrations.migrate())
      return {
        // A client of its own for every ledger: the races are between connections.
        ledger: (tenant) =>
          Effect.flatMap(openClient(url), (client) =>
            Effect.provideService(SqlConsentLedger.make({ tenant }), SqlClient.SqlClient, client),
          ),
        contents: contentsOf(sql),
      }
    }),
  })
})
