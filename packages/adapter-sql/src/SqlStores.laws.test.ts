import { describeEngines } from "@consent-service/test-engines"
import { archiveLaws } from "@consent-service/testkit/ArchiveLaws"
import { documentStoreLaws } from "@consent-service/testkit/DocumentStoreLaws"
import { evidenceLogLaws } from "@consent-service/testkit/EvidenceLogLaws"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Migrations from "./Migrations.js"
import * as SqlArchive from "./SqlArchive.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"
import { storesOfTenant } from "./testing/EveryOperation.js"
import { freshDatabase, on, openClient, waysToOpen } from "./testing/TestDatabase.js"

describeEngines("the stores of documents, archived content and the evidence log", (engine) => {
  const migrated = Effect.tap(freshDatabase(engine), (url) =>
    Effect.flatMap(openClient(url), (sql) => on(sql)(Migrations.migrate())),
  )

  for (const [way, open] of waysToOpen(engine)) {
    /** A separate client for every store: the races are between connections. */
    const onOwnClient = <A>(url: string, make: Effect.Effect<A, never, SqlClient.SqlClient>) =>
      Effect.flatMap(open(url), (client) => Effect.provideService(make, SqlClient.SqlClient, client))

    documentStoreLaws(`SqlDocumentStore, on ${way}`, {
      makeStore: Effect.map(migrated, (url) => ({
        store: (tenant) => onOwnClient(url, SqlDocumentStore.make({ tenant })),
      })),
    })

    archiveLaws(`SqlArchive, on ${way}`, {
      makeStore: Effect.map(migrated, (url) => ({
        archive: (tenant) => onOwnClient(url, SqlArchive.make({ tenant })),
      })),
    })

    evidenceLogLaws(`SqlEvidenceLog, on ${way}`, {
      makeStore: Effect.map(migrated, (url) => ({
        stores: (tenant) => onOwnClient(url, storesOfTenant(tenant)),
      })),
    })
  }
})
