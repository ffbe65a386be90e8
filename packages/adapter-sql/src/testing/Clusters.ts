/** Databases and clients of clusters, for this package's tests. */
import { distributedUrl, type TestCluster } from "@consent-service/test-engines/private"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import { clientFromUrl } from "../ClientFromUrl.js"

/** A database of a cluster, and a prefix of tables that are not there. */
export interface ClusterDatabase {
  /** With the parameter that says so. */
  readonly url: string
  /** For one server. */
  readonly plainUrl: string
  readonly tablePrefix: string
}

/** A database of a cluster, which is emptied with the scope. On Citus, several suites share it, so that each has a prefix. */
export const clusterDatabase = ({
  create,
  isStandIn,
}: TestCluster): Effect.Effect<ClusterDatabase, never, Scope.Scope> => {
  const tablePrefix = isStandIn ? "cs_" : `t${randomBytes(4).toString("hex")}_`
  return Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => create(tablePrefix)),
      ({ drop }) => Effect.promise(drop),
    ),
    ({ url }) => ({ url: distributedUrl(url), plainUrl: url, tablePrefix }),
  )
}

/** A separate client, with how its tables are divided. */
export const openCluster = (url: string): Effect.Effect<Context.Context<SqlClient.SqlClient>, never, Scope.Scope> =>
  Layer.build(Layer.orDie(clientFromUrl(url)))
