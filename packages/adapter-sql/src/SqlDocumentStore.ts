/**
 * Published legal-document versions on an SQL database.
 *
 * Which version of a type is current is a ranking, never a flag: publishing writes one row, and all readers
 * rank the rows alike, even when several callers publish concurrently.
 *
 * @module
 */
import { DocumentStore, PublishOutcome, Tenant } from "@consent-service/core/ports"
import {
  currentDocument,
  type DocumentRelease,
  type LegalDocument,
  legalDocumentId,
} from "@consent-service/core/consent"
import type { PendingEntry } from "@consent-service/core/evidence"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { documentOf } from "./consent/ReferredRows.js"
import { makeQueue } from "./log-queue/Queue.js"
import { reading } from "./statement/Columns.js"
import { listsOf, rowsOf } from "./statement/Queries.js"
import { untilSettled } from "./statement/Attempts.js"
import { openStore, type StoreOptions, type TenantStore, type StoreLayerOptions } from "./schema/TenantStore.js"

const readDocument = (row: Row) => reading(() => documentOf(row))

const readDocuments = (statement: Statement<Row>) => Effect.flatMap(rowsOf(statement), Effect.forEach(readDocument))

const statementsOf = ({ database: { sql, tables }, tenantKey }: TenantStore) => {
  const table = sql(tables.legalDocument)
  return {
    select: (types: ReadonlyArray<string>) =>
      sql`select * from ${table} where tenant = ${tenantKey} and ${sql.in("type", types)}`,
    insert: ({ effectiveDate, hash, id, rank, type, version }: LegalDocument) =>
      sql`insert into ${table} ${sql.insert({
        id,
        tenant: tenantKey,
        type,
        version,
        hash,
        effective_date: String(effectiveDate),
        ranking: String(rank),
      })}`,
    /** Updates only the rank that was read: otherwise a late writer would undo concurrent publications. */
    rank: ({ id, rank }: LegalDocument, newRank: number) =>
      sql`update ${table} set ranking = ${String(newRank)}
        where tenant = ${tenantKey} and id = ${id} and ranking = ${String(rank)}`,
  }
}

const agrees = (document: LegalDocument, release: DocumentRelease): boolean =>
  document.version === release.version && document.effectiveDate === release.effectiveDate

type Statements = ReturnType<typeof statementsOf>

const publisherOf = ({ database, tenant, tenantKey }: TenantStore, statements: Statements) => {
  const queue = makeQueue(database, tenantKey)
  const key = database.sql.literal("(tenant, id)")

  /** Null when another caller changed the rank meanwhile, be it to the same one. */
  const publishAgain = (existing: LegalDocument, rank: number) =>
    Effect.map(database.dialect.changed(statements.rank(existing, rank)), (changed) =>
      changed === 1 ? PublishOutcome.Published({ document: { ...existing, rank } }) : null,
    )

  /** Null when another caller published the same version meanwhile. */
  const publishOnce = Effect.fnUntraced(function* (release: DocumentRelease) {
    const versions = yield* readDocuments(statements.select([release.type]))
    const current = currentDocument(versions, release.type)
    const rank = Math.max(yield* Clock.currentTimeMillis, (current?.rank ?? 0) + 1)
    const id = legalDocumentId(tenant, release)
    const existing = versions.find((version) => version.id === id)
    if (existing === undefined) {
      const document = { ...release, id, rank }
      const inserted = yield* database.dialect.insertOnce(statements.insert(document), key)
      return inserted ? PublishOutcome.Published({ document }) : null
    }
    if (!agrees(existing, release)) return PublishOutcome.Diverged({ document: existing })
    if (existing.id === current?.id) return PublishOutcome.Unchanged({ document: existing })
    return yield* publishAgain(existing, rank)
  })

  const queuePublished = (outcome: PublishOutcome | null, entry: PendingEntry | undefined) =>
    outcome?._tag === "Published" && entry !== undefined ? queue([entry]) : Effect.void

  return (release: DocumentRelease, entry: PendingEntry | undefined) => {
    const attempt = Effect.tap(publishOnce(release), (outcome) => queuePublished(outcome, entry))
    return untilSettled(database.dialect.transaction(attempt), "the document version was not published")
  }
}

const registryOf = (store: TenantStore): Context.Tag.Service<DocumentStore> => {
  const { run } = store
  const statements = statementsOf(store)
  const publish = publisherOf(store, statements)
  const read = (types: ReadonlyArray<string>) => readDocuments(statements.select(types))

  return {
    tenant: store.tenant,
    publish: (release, entry) => run("publish", publish(release, entry)),
    versions: (types) =>
      types.length === 0
        ? Effect.succeed([])
        : run("versions", Effect.map(Effect.forEach(listsOf(types), read), Arr.flatten)),
  }
}

/**
 * A registry of one tenant over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 *
 * @example
 * ```ts
 * import * as SqlDocumentStore from "@consent-service/adapter-sql/SqlDocumentStore"
 * import * as Effect from "effect/Effect"
 *
 * const versions = Effect.flatMap(SqlDocumentStore.make({ tenant: "shop" }), (documents) => documents.versions(["dpa"]))
 * ```
 */
export const make = (options: StoreOptions = {}): Effect.Effect<Context.Tag.Service<DocumentStore>, never, SqlClient> =>
  Effect.map(openStore(options), registryOf)

/**
 * {@link make} as a layer, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as SqlDocumentStore from "@consent-service/adapter-sql/SqlDocumentStore"
 * import * as Layer from "effect/Layer"
 *
 * const documents = SqlDocumentStore.layer().pipe(Layer.provide(clientFromUrl("sqlite:./consent.db")))
 * ```
 */
export const layer = (options: StoreLayerOptions = {}): Layer.Layer<DocumentStore, never, SqlClient> =>
  Layer.effect(
    DocumentStore,
    Effect.flatMap(Tenant, (tenant) => make({ ...options, tenant })),
  )
