import { describeEngines } from "@consent-service/test-engines"
import { consentEvidenceLaws } from "@consent-service/testkit/ConsentEvidenceLaws"
import { documentRegistryLaws } from "@consent-service/testkit/DocumentRegistryLaws"
import { experimentReaderLaws } from "@consent-service/testkit/ExperimentReaderLaws"
import { identityLinksLaws } from "@consent-service/testkit/IdentityLinksLaws"
import { manifestArchiveLaws } from "@consent-service/testkit/ManifestArchiveLaws"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Migrations from "./Migrations.js"
import * as SqlConsentEvidence from "./SqlConsentEvidence.js"
import * as SqlConsentLedger from "./SqlConsentLedger.js"
import * as SqlDocumentRegistry from "./SqlDocumentRegistry.js"
import * as SqlExperimentReader from "./SqlExperimentReader.js"
import * as SqlIdentityLinks from "./SqlIdentityLinks.js"
import * as SqlManifestArchive from "./SqlManifestArchive.js"
import { freshDatabase, on, openClient } from "./testing/TestDatabase.js"

describeEngines("the stores beside the ledger", (engine) => {
  const migrated = Effect.tap(freshDatabase(engine), (url) =>
    Effect.flatMap(openClient(url), (sql) => on(sql)(Migrations.migrate())),
  )

  /** A client of its own for every store: the races are between connections. */
  const onOwnClient = <A>(url: string, make: Effect.Effect<A, never, SqlClient.SqlClient>) =>
    Effect.flatMap(openClient(url), (client) => Effect.provideService(make, SqlClient.SqlClient, client))

  consentEvidenceLaws("SqlConsentEvidence", {
    makeStore: Effect.map(migrated, (url) => ({
      ledger: (tenant) => onOwnClient(url, SqlConsentLedger.make({ tenant })),
      evidence: (tenant) => onOwnClient(url, SqlConsentEvidence.make({ tenant })),
    })),
  })

  identityLinksLaws("SqlIdentityLinks", {
    makeStore: Effect.map(migrated, (url) => ({
      ledger: (tenant) => onOwnClient(url, SqlConsentLedger.make({ tenant })),
      links: (tenant) => onOwnClient(url, SqlIdentityLinks.make({ tenant })),
    })),
  })

  experimentReaderLaws("SqlExperimentReader", {
    makeStore: Effect.map(migrated, (url) => ({
      ledger: (tenant) => onOwnClient(url, SqlConsentLedger.make({ tenant })),
      reader: (tenant) => onOwnClient(url, SqlExperimentReader.make({ tenant })),
    })),
  })

  documentRegistryLaws("SqlDocumentRegistry", {
    makeStore: Effect.map(migrated, (url) => ({
      registry: (tenant) => onOwnClient(url, SqlDocumentRegistry.make({ tenant })),
    })),
  })

  manifestArchiveLaws("SqlManifestArchive", {
    makeStore: Effect.map(migrated, (url) => ({
      archive: (tenant) => onOwnClient(url, SqlManifestArchive.make({ tenant })),
    })),
  })
})
