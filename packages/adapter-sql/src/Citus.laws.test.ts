import { describeClusters } from "@consent-service/test-engines/private"
import { archiveLaws } from "@consent-service/testkit/ArchiveLaws"
import { consentStoreLaws } from "@consent-service/testkit/ConsentStoreLaws"
import { documentStoreLaws } from "@consent-service/testkit/DocumentStoreLaws"
import { evidenceLogLaws } from "@consent-service/testkit/EvidenceLogLaws"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Migrations from "./Migrations.js"
import { tablesOf } from "./schema/Tables.js"
import * as SqlArchive from "./SqlArchive.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"
import * as SqlEvidenceLog from "./SqlEvidenceLog.js"
import { type ClusterDatabase, clusterDatabase, openCluster } from "./testing/Clusters.js"
import { contentsOf, on } from "./testing/TestDatabase.js"

describeClusters("the stores on a cluster", (cluster) => {
  const migrated = Effect.tap(clusterDatabase(cluster), ({ tablePrefix, url }) =>
    Effect.flatMap(openCluster(url), (context) =>
      Effect.flatMap(Effect.provide(SqlClient.SqlClient, context), (sql) =>
        Effect.provide(on(sql)(Migrations.migrate({ tablePrefix })), context),
      ),
    ),
  )

  /** A separate client for every store: the races are between connections. */
  const onOwnClient = <A>({ url }: ClusterDatabase, make: Effect.Effect<A, never, SqlClient.SqlClient>) =>
    Effect.flatMap(openCluster(url), (context) => Effect.provide(make, context))

  consentStoreLaws("SqlConsentStore", {
    makeStore: Effect.gen(function* () {
      const database = yield* migrated
      const { tablePrefix, url } = database
      const sql = yield* Effect.provide(SqlClient.SqlClient, yield* openCluster(url))
      return {
        store: (tenant) => onOwnClient(database, SqlConsentStore.make({ tenant, tablePrefix })),
        contents: contentsOf(sql, tablesOf(tablePrefix)),
        keyedBySubject: true,
      }
    }),
  })

  documentStoreLaws("SqlDocumentStore", {
    makeStore: Effect.map(migrated, (database) => ({
      store: (tenant) => onOwnClient(database, SqlDocumentStore.make({ tenant, tablePrefix: database.tablePrefix })),
    })),
  })

  archiveLaws("SqlArchive", {
    makeStore: Effect.map(migrated, (database) => ({
      archive: (tenant) => onOwnClient(database, SqlArchive.make({ tenant, tablePrefix: database.tablePrefix })),
    })),
  })

  evidenceLogLaws("SqlEvidenceLog", {
    makeStore: Effect.map(migrated, (database) => ({
      stores: (tenant) => {
        const options = { tenant, tablePrefix: database.tablePrefix }
        return onOwnClient(
          database,
          Effect.all({
            log: SqlEvidenceLog.makeLog(options),
            statistics: SqlEvidenceLog.makeStatistics(options),
            reader: SqlEvidenceLog.makeReader(options),
            consents: SqlConsentStore.make(options),
            documents: SqlDocumentStore.make(options),
            archive: SqlArchive.make(options),
            erasures: SqlEvidenceLog.makeErasures(options),
            records: SqlEvidenceLog.makeRecords(options),
          }),
        )
      },
    })),
  })
})
