/**
 * Whether a server can run on its database, before it listens.
 *
 * @module
 */
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import { defaultTablePrefix } from "@consent-service/adapter-sql/Tables"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { databaseUrl } from "../options/DatabaseOptions.js"
import type { ConsentServiceOptions } from "../options/Options.js"

/** The state of a server's database. */
export type DatabaseState = Data.TaggedEnum<{
  Ready: {}
  /** The state is unknown: custom stores, or a server that is not up. */
  Unknown: { readonly why: string }
  /** It lacks migrations. */
  Behind: { readonly pending: number }
  /** No migration of this version helps. */
  Unfit: { readonly why: string }
}>

export const DatabaseState = Data.taggedEnum<DatabaseState>()

const stateOf = Migrations.SchemaStatus.$match({
  UpToDate: () => DatabaseState.Ready(),
  Behind: ({ pending }) => DatabaseState.Behind({ pending: pending.length }),
  Newer: ({ unknown }) =>
    DatabaseState.Unfit({
      why: `has migrations that this version does not know (${unknown.join(", ")}): run the version that made them, or a later one`,
    }),
  Altered: ({ altered }) =>
    DatabaseState.Unfit({ why: `was changed by other statements than this version's (${altered.join(", ")})` }),
})

/** Looks at the schema of the database, and changes nothing. */
export const databaseState = (options: ConsentServiceOptions): Promise<DatabaseState> => {
  const url = options.database === undefined ? null : databaseUrl(options.database)
  if (url === null) return Promise.resolve(DatabaseState.Unknown({ why: "it is not named by a URL" }))
  const status = Migrations.status({ tablePrefix: options.tablePrefix ?? defaultTablePrefix })
  return Effect.runPromise(
    status.pipe(
      Effect.provide(clientFromUrl(url, "reading")),
      Effect.match({
        onSuccess: stateOf,
        onFailure: ({ message, transient }) =>
          transient ? DatabaseState.Unknown({ why: message }) : DatabaseState.Unfit({ why: message }),
      }),
    ),
  )
}
