/**
 * The archive of what was shown, on an SQL database.
 *
 * @module
 */
import { type Archived, ManifestArchive } from "@consent-service/core/ports/ManifestArchive"
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { reading, text } from "./internal/Columns.js"
import { rowsOf } from "./internal/Queries.js"
import { openStore, type StoreOptions, type TenantStore } from "./internal/TenantStore.js"

const archiveOf = ({ database, run, tenantKey }: TenantStore): Context.Tag.Service<ManifestArchive> => {
  const { dialect, sql, tables } = database
  const table = sql(tables.manifestArchive)
  const key = sql.literal("(tenant, id)")

  const keep = ({ content, id }: Archived) =>
    dialect.insertOnce(sql`insert into ${table} ${sql.insert({ id, tenant: tenantKey, content })}`, key)

  return {
    // In the order of their ids, so that two who keep the same never wait for each other in a circle.
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
 */
export const make = (
  options: StoreOptions = {},
): Effect.Effect<Context.Tag.Service<ManifestArchive>, never, SqlClient> => Effect.map(openStore(options), archiveOf)

/** {@link make} as a layer. */
export const layer = (options: StoreOptions = {}): Layer.Layer<ManifestArchive, never, SqlClient> =>
  Layer.effect(ManifestArchive, make(options))
