/**
 * Custom stores: all three ports over one append-only file. They show what the ports require, and that nothing else in
 * the service has to change; `FileStore.test.ts` runs the ports' laws on them, `main.ts` serves requests from them.
 */
import { Archive, ConsentStore, DocumentStore, StoreFailed, type Stores, Tenant } from "@consent-service/core/ports"
import { Clock, Context, Effect, Layer } from "effect"
import { FileContent } from "./FileContent.js"

/** Opens a file as a store; the scope closes it. */
export const openFile = (path: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new FileContent(path)),
    (content) => Effect.sync(() => content.close()),
  )

/** A write that fails leaves the record unacknowledged. */
const writing = <A>(operation: string, write: () => A): Effect.Effect<A, StoreFailed> =>
  Effect.try({ try: write, catch: (cause) => new StoreFailed({ operation, cause }) })

/** A tenant's consent store over an open file. */
export const consentStoreOf = (content: FileContent, tenant: string | null): ConsentStore["Type"] => ({
  tenant,
  append: (draft) => writing("append", () => content.append(tenant, draft)),
  link: (subject, link) => writing("link", () => content.link(tenant, subject, link)),
  history: (subject, bound) => Effect.sync(() => content.history(tenant, subject, bound)),
  linkedHistories: (externalId, bound) => Effect.sync(() => content.linkedHistories(tenant, externalId, bound)),
  linkedActs: (externalId, types) =>
    Effect.sync(() => {
      const records = content.linkedHistories(tenant, externalId).flatMap((history) => history.records)
      return records.filter(({ type }) => types.includes(type)).map(({ documentId, type }) => ({ type, documentId }))
    }),
  decisions: (query) => Effect.sync(() => content.decisions(tenant, query)),
  evidence: (consentId) => Effect.sync(() => content.evidence(tenant, consentId)),
  ping: Effect.void,
})

/** A tenant's document store over an open file. */
export const documentStoreOf = (content: FileContent, tenant: string | null): DocumentStore["Type"] => ({
  tenant,
  publish: (release) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => writing("publish", () => content.publish(tenant, release, now))),
  versions: (types) => Effect.sync(() => content.versions(tenant, types)),
})

/** A tenant's archive over an open file. */
export const archiveOf = (content: FileContent, tenant: string | null): Archive["Type"] => ({
  tenant,
  keep: (entries) => writing("keep", () => content.keep(tenant, entries)),
  find: (id) => Effect.sync(() => content.find(tenant, id)),
})

/** Every store over an open file, for the `Tenant` in context: several tenants may share a file. */
export const layerOf = (content: FileContent): Layer.Layer<Stores> =>
  Layer.effectContext(
    Effect.map(Tenant, (tenant) =>
      Context.make(ConsentStore, consentStoreOf(content, tenant)).pipe(
        Context.add(DocumentStore, documentStoreOf(content, tenant)),
        Context.add(Archive, archiveOf(content, tenant)),
      ),
    ),
  )

/** Every store over the file at a path, in place of `SqlStores.layer()` or as the option `stores`. */
export const layer = (path: string): Layer.Layer<Stores> => Layer.unwrapScoped(Effect.map(openFile(path), layerOf))
