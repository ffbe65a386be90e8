import * as Effect from "effect/Effect"
import { archiveLaws } from "./ArchiveLaws.js"
import { documentStoreLaws } from "./DocumentStoreLaws.js"
import { evidenceLogLaws } from "./EvidenceLogLaws.js"
import * as MemoryArchive from "./MemoryArchive.js"
import * as MemoryDocumentStore from "./MemoryDocumentStore.js"
import * as MemoryStores from "./MemoryStores.js"

documentStoreLaws("MemoryDocumentStore", {
  makeStore: Effect.sync(() => {
    const store: MemoryDocumentStore.MemoryDocuments = new Map()
    return { store: (tenant) => Effect.succeed(MemoryDocumentStore.make(store, tenant)) }
  }),
})

archiveLaws("MemoryArchive", {
  makeStore: Effect.sync(() => {
    const store: MemoryArchive.ArchiveStore = new Map()
    return { archive: (tenant) => Effect.succeed(MemoryArchive.make(store, tenant)) }
  }),
})

evidenceLogLaws("MemoryEvidenceLog", { makeStore: Effect.sync(() => ({ stores: MemoryStores.loggedStores() })) })
