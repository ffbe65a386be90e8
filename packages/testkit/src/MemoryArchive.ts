/**
 * An archive in memory, for tests: it keeps the laws of the port and does nothing else.
 *
 * @module
 */
import { Archive, Tenant } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type MemoryLogs, queueIn } from "./MemoryEvidenceLog.js"

/** The content of all tenants, by tenant and id as JSON. */
export type ArchiveStore = Map<string, string>

const keyOf = (tenant: string | null, id: string): string => JSON.stringify([tenant, id])

/**
 * A tenant's archive over a store.
 *
 * @param logs - where entries are queued
 *
 * @example
 * ```ts
 * import * as MemoryArchive from "@consent-service/testkit/MemoryArchive"
 *
 * const archive = MemoryArchive.make(new Map(), "shop")
 * archive.tenant // "shop"
 * ```
 */
export const make = (
  store: ArchiveStore,
  tenant: string | null,
  logs: MemoryLogs = new Map(),
): Context.Tag.Service<Archive> => ({
  tenant,
  keep: (kept) =>
    Effect.sync(() => {
      for (const { content, entry, id } of kept) {
        if (store.has(keyOf(tenant, id))) continue
        store.set(keyOf(tenant, id), content)
        if (entry !== undefined) queueIn(logs, tenant, [entry])
      }
    }),
  find: (id) => Effect.sync(() => Option.fromNullable(store.get(keyOf(tenant, id)))),
})

/**
 * An archive over a new store, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { Archive } from "@consent-service/core/ports"
 * import * as MemoryArchive from "@consent-service/testkit/MemoryArchive"
 * import * as Effect from "effect/Effect"
 *
 * const found = Effect.flatMap(Archive, (archive) => archive.find("0a")).pipe(Effect.provide(MemoryArchive.layerMemory()))
 * ```
 */
export const layerMemory = (options: { readonly logs?: MemoryLogs } = {}): Layer.Layer<Archive> =>
  Layer.effect(
    Archive,
    Effect.map(Tenant, (tenant) => make(new Map(), tenant, options.logs)),
  )
