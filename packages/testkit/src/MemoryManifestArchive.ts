/**
 * A manifest archive in memory, for tests: the laws of the port and nothing else.
 *
 * @module
 */
import { ManifestArchive } from "@consent-service/core/ports/ManifestArchive"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** What all tenants keep, by tenant and id as JSON. */
export type ArchiveStore = Map<string, string>

const keyOf = (tenant: string | null, id: string): string => JSON.stringify([tenant, id])

/** A tenant's archive over a store. */
export const make = (store: ArchiveStore, tenant: string | null): Context.Tag.Service<ManifestArchive> => ({
  keep: (entries) =>
    Effect.sync(() => {
      for (const { content, id } of entries) {
        if (!store.has(keyOf(tenant, id))) store.set(keyOf(tenant, id), content)
      }
    }),
  find: (id) => Effect.sync(() => Option.fromNullable(store.get(keyOf(tenant, id)))),
})

/** A tenant's archive over a store of its own. */
export const layerMemory = (options: { readonly tenant?: string | null } = {}): Layer.Layer<ManifestArchive> =>
  Layer.sync(ManifestArchive, () => make(new Map(), options.tenant ?? null))
