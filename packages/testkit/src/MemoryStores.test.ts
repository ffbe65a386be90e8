import * as Effect from "effect/Effect"
import { consentEvidenceLaws } from "./ConsentEvidenceLaws.js"
import { documentRegistryLaws } from "./DocumentRegistryLaws.js"
import { experimentReaderLaws } from "./ExperimentReaderLaws.js"
import { identityLinksLaws } from "./IdentityLinksLaws.js"
import { manifestArchiveLaws } from "./ManifestArchiveLaws.js"
import * as MemoryConsentLedger from "./MemoryConsentLedger.js"
import * as MemoryDocumentRegistry from "./MemoryDocumentRegistry.js"
import * as MemoryExperimentReader from "./MemoryExperimentReader.js"
import * as MemoryIdentityLinks from "./MemoryIdentityLinks.js"
import * as MemoryManifestArchive from "./MemoryManifestArchive.js"

consentEvidenceLaws("MemoryConsentLedger", {
  makeStore: Effect.sync(() => {
    const store = MemoryConsentLedger.makeStore()
    return {
      ledger: (tenant) => Effect.succeed(MemoryConsentLedger.make(store, tenant)),
      evidence: (tenant) => Effect.succeed(MemoryConsentLedger.makeEvidence(store, tenant)),
    }
  }),
})

identityLinksLaws("MemoryIdentityLinks", {
  makeStore: Effect.sync(() => {
    const store = MemoryConsentLedger.makeStore()
    return {
      ledger: (tenant) => Effect.succeed(MemoryConsentLedger.make(store, tenant)),
      links: (tenant) => Effect.succeed(MemoryIdentityLinks.make(store, tenant)),
    }
  }),
})

experimentReaderLaws("MemoryExperimentReader", {
  makeStore: Effect.sync(() => {
    const store = MemoryConsentLedger.makeStore()
    return {
      ledger: (tenant) => Effect.succeed(MemoryConsentLedger.make(store, tenant)),
      reader: (tenant) => Effect.succeed(MemoryExperimentReader.make(store, tenant)),
    }
  }),
})

documentRegistryLaws("MemoryDocumentRegistry", {
  makeStore: Effect.sync(() => {
    const store: MemoryDocumentRegistry.DocumentStore = new Map()
    return { registry: (tenant) => Effect.succeed(MemoryDocumentRegistry.make(store, tenant)) }
  }),
})

manifestArchiveLaws("MemoryManifestArchive", {
  makeStore: Effect.sync(() => {
    const store: MemoryManifestArchive.ArchiveStore = new Map()
    return { archive: (tenant) => Effect.succeed(MemoryManifestArchive.make(store, tenant)) }
  }),
})
