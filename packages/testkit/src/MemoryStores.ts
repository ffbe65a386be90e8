/**
 * Every storage port in memory, for tests.
 *
 * @module
 */
import type { Archive, ConsentStore, DocumentStore } from "@consent-service/core/ports"
import * as Layer from "effect/Layer"
import * as MemoryArchive from "./MemoryArchive.js"
import * as MemoryConsentStore from "./MemoryConsentStore.js"
import * as MemoryDocumentStore from "./MemoryDocumentStore.js"

/**
 * Every store over new memory, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { Tenant } from "@consent-service/core/ports"
 * import * as MemoryStores from "@consent-service/testkit/MemoryStores"
 * import * as Layer from "effect/Layer"
 *
 * const stores = Layer.provide(MemoryStores.layerMemory(), Tenant.layer("shop"))
 * ```
 */
export const layerMemory = (): Layer.Layer<ConsentStore | DocumentStore | Archive> =>
  Layer.mergeAll(MemoryConsentStore.layerMemory(), MemoryDocumentStore.layerMemory(), MemoryArchive.layerMemory())
