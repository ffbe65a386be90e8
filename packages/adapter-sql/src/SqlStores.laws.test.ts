import { describeEngines } from "@consent-service/test-engines"
import { archiveLaws } from "@consent-service/testkit/ArchiveLaws"
import { documentStoreLaws } from "@consent-service/testkit/DocumentStoreLaws"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Migrations from "./Migrations.js"
import * as SqlArchive from "./SqlArchive.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"
import { freshDatabase, on, openClient } from "./testing/TestDatabase.js"

describeEngines("the stores of documents and archived content", (engine) => {
  const migrated = Effect.tap(freshDatabase(engine), (url) =>
    Effect.flatMap(openClient(url), (sql) => on(sql)(Migrations.migrate())),
  )

  /** A separate client for every store: the races are between connections. */
  const onOwnClient = <A>(url: string, make: Effect.Effect<A, never, SqlClient.SqlClient>) =>
    Effect.flatMap(openClient(url), (client) => Effect.provideService(make, SqlClient.SqlClient, client))

  documentStoreLaws("SqlDocumentStore", {
    makeStore: Effect.map(migrated, (url) => ({
      store: (tenant) => onOwnClient(url, SqlDocumentStore.make({ tenant })),
    })),
  })

  archiveLaws("SqlArchive", {
    makeStore: Effect.map(migrated, (url) => ({
      archive: (tenant) => onOwnClient(url, SqlArchive.make({ tenant })),
    })),
  })
})
