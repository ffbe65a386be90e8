/** Where the model's log is: in memory, or on an engine. Both can be set back to an earlier state. */
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import type { VerifierKey } from "@consent-service/core/evidence"
import { type FindingName, verifyLog } from "@consent-service/core/evidence-log"
import {
  Archive,
  DocumentStore,
  Erasures,
  type EvidenceStores,
  Observer,
  Records,
  type Statistics,
  type Stores,
  Tenant,
} from "@consent-service/core/ports"
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import * as MemoryArchive from "@consent-service/testkit/MemoryArchive"
import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
import * as MemoryDocumentStore from "@consent-service/testkit/MemoryDocumentStore"
import * as MemoryErasures from "@consent-service/testkit/MemoryErasures"
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { verifyEd25519 } from "../../evidence/NodeVerifier.js"
import { copyTables, dropCopies, restoreTables } from "../DatabaseCopy.js"

/** The ports that the model runs on. */
export type ModelPorts = Stores | Exclude<EvidenceStores, Statistics>

/** The state of a database for one run of the model. */
export interface ModelDatabase {
  readonly run: <A, E>(effect: Effect.Effect<A, E, ModelPorts>) => Promise<A>
  /** Keeps the state, for `restore` to go back to. */
  readonly backup: () => Promise<unknown>
  readonly restore: () => Promise<unknown>
  /** The names of what `verify` finds; null where it cannot run. */
  readonly verify: (keys: ReadonlyArray<VerifierKey>) => Promise<ReadonlyArray<FindingName>> | null
  readonly stop: () => Promise<unknown>
}

/** Copies all there is of maps, and gives what puts it back into the same maps. */
const snapshot = (maps: ReadonlyArray<Map<unknown, unknown>>): (() => void) => {
  const copies = structuredClone(maps)
  return () => {
    for (const [at, map] of maps.entries()) {
      map.clear()
      for (const [key, value] of structuredClone(copies[at] ?? new Map())) map.set(key, value)
    }
  }
}

/** A database in memory. */
export const inMemory = (): ModelDatabase => {
  const tenant = null
  const store = MemoryConsentStore.makeStore()
  const { decisions, logs, records, subjects } = store
  const [documents, kept]: [MemoryDocumentStore.MemoryDocuments, MemoryArchive.ArchiveStore] = [new Map(), new Map()]
  const own: MemoryErasures.OfTenant = { erasures: new Map(), holds: new Map() }
  const ports = Layer.mergeAll(
    MemoryConsentStore.layerMemory({ store }),
    Layer.succeed(DocumentStore, MemoryDocumentStore.make(documents, tenant, logs)),
    Layer.succeed(Archive, MemoryArchive.make(kept, tenant, logs)),
    MemoryEvidenceLog.layerMemory({
      logs,
      records: MemoryConsentStore.factsIn(store, tenant),
      listRecords: MemoryConsentStore.listFacts(store, tenant),
    }),
    Layer.succeed(Erasures, MemoryErasures.make(new Map([[tenant, own]]), store, tenant)),
    Layer.succeed(Records, MemoryConsentStore.makeRecords(store, tenant)),
  )
  const runtime = ManagedRuntime.make(ports)
  let putBack = () => {}
  const backup = async () => {
    const rest = snapshot([subjects, records, decisions, documents, kept, own.erasures, own.holds])
    const log = structuredClone(MemoryEvidenceLog.logIn(logs, tenant))
    putBack = () => {
      rest()
      Object.assign(MemoryEvidenceLog.logIn(logs, tenant), structuredClone(log))
    }
  }
  return { run: runtime.runPromise, backup, restore: async () => putBack(), verify: () => null, stop: runtime.dispose }
}

/** A migrated database of an engine, and runs of the model on it, each for a tenant of its own. */
export const onEngine = async (engine: Engine) => {
  const database = await createTestDatabase(engine)
  const { url } = database
  const client = ManagedRuntime.make(
    Layer.merge(
      Layer.orDie(clientFromUrl(url)),
      Layer.succeed(Observer, () => {}),
    ),
  )
  await client.runPromise(Migrations.migrate())
  const sql = await client.runPromise(SqlClient.SqlClient)
  const open = async (): Promise<ModelDatabase> => {
    const ports = Layer.merge(SqlStores.layer(), SqlEvidenceLog.layerStored()).pipe(
      Layer.provide(Layer.succeed(SqlClient.SqlClient, sql)),
      Layer.provide(Tenant.layer(`model ${crypto.randomUUID()}`)),
    )
    const runtime = ManagedRuntime.make(ports)
    const verify = async (keys: ReadonlyArray<VerifierKey>) => {
      const found: Array<FindingName> = []
      const onFinding = ({ finding }: { readonly finding: FindingName }) => Effect.sync(() => void found.push(finding))
      await runtime.runPromise(verifyLog({ keys, verify: verifyEd25519, onFinding }))
      return found
    }
    return {
      run: runtime.runPromise,
      backup: () => copyTables(url),
      restore: () => restoreTables(url).then(() => dropCopies(url)),
      verify,
      stop: runtime.dispose,
    }
  }
  const stop = async () => {
    await client.dispose()
    await database.drop()
  }
  return { open, stop }
}
