/**
 * The archive of what was shown, in an SQL database.
 *
 * @module
 */
import { Archive, type Archived, Tenant } from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeQueue } from "./log-queue/Queue.js"
import { reading, text } from "./statement/Columns.js"
import { rowsOf } from "./statement/Queries.js"
import { openStore, type StoreOptions, type TenantStore, type StoreLayerOptions } from "./schema/TenantStore.js"

const archiveOf = ({ database, run, tenant, tenantKey }: TenantStore): Context.Tag.Service<Archive> => {
  const { dialect, sql, tables } = database
  const table = sql(tables.manifestArchive)
  const key = sql.literal("(tenant, id)")

  const queue = makeQueue(database, tenantKey)

  const keep = ({ content, entry, id }: Archived) =>
    Effect.flatMap(
      dialect.insertOnce(sql`insert into ${table} ${sql.insert({ id, tenant: tenantKey, content })}`, key),
      (isNew) => (isNew && entry !== undefined ? queue([entry]) : Effect.void),
    )

  return {
    tenant,
    // Sorted by id, so that two transactions with the same rows cannot deadlock.
    keep: (entries) =>
      run(
        "keep",
        dialect.transaction(
          Effect.forEach(
            Array.from(entries).sort((a, b) => (a.id < b.id ? -1 : 1)),
            keep,
            { discard: true },
          ),
        ),
      ),
    find: (id) =>
      run(
        "find",
        Effect.flatMap(rowsOf(sql`select content from ${table} where tenant = ${tenantKey} and id = ${id}`), ([row]) =>
          Effect.transposeMapOption(Option.fromNullable(row), (found) => reading(() => text(found["content"]))),
        ),
      ),
  }
}

/**
 * An archive of one tenant over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 *
 * @example
 * ```ts
 * import * as SqlArchive from "@consent-service/adapter-sql/SqlArchive"
 * import * as Effect from "effect/Effect"
 *
 * const found = Effect.flatMap(SqlArchive.make({ tenant: "shop" }), (archive) => archive.find("0a"))
 * ```
 */
export const make = (options: StoreOptions = {}): Effect.Effect<Context.Tag.Service<Archive>, never, SqlClient> =>
  Effect.map(openStore(options), archiveOf)

/**
 * {@link make} as a layer, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as SqlArchive from "@consent-service/adapter-sql/SqlArchive"
 * import * as Layer from "effect/Layer"
 *
 * const archive = SqlArchive.layer().pipe(Layer.provide(clientFromUrl("sqlite:./consent.db")))
 * ```
 */
export const layer = (options: StoreLayerOptions = {}): Layer.Layer<Archive, never, SqlClient> =>
  Layer.effect(
    Archive,
    Effect.flatMap(Tenant, (tenant) => make({ ...options, tenant })),
  )
