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
 * const service = createConsentService({ stores: layerMemory() })
 * ```
 */
export const layerMemory = (): Layer.Layer<ConsentStore | DocumentStore | Archive> =>
  Layer.mergeAll(MemoryConsentStore.layerMemory(), MemoryDocumentStore.layerMemory(), MemoryArchive.layerMemory())
