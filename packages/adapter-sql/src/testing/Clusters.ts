/** Clusters for tests: a stand-in, and Citus where one is given. */
import { describeEngines } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import { describe } from "vitest"
import { clientFromUrl } from "../ClientFromUrl.js"
import { tableNames } from "../schema/Tables.js"
import { createStandIn, distributedUrl } from "./CitusStandIn.js"

/** A database of a cluster, and a prefix under which it has no tables. */
export interface ClusterDatabase {
  /** With the parameter that says so. */
  readonly url: string
  readonly tablePrefix: string
}

/** Where a suite gets its databases from. */
export interface TestCluster {
  readonly isStandIn: boolean
  readonly database: Effect.Effect<ClusterDatabase, never, Scope.Scope>
}

/** A separate client, with how its tables are divided. */
export const openCluster = (url: string): Effect.Effect<Context.Context<SqlClient.SqlClient>, never, Scope.Scope> =>
  Layer.build(Layer.orDie(clientFromUrl(url)))

const standIn: TestCluster = {
  isStandIn: true,
  database: Effect.map(
    Effect.acquireRelease(Effect.promise(createStandIn), ({ drop }) => Effect.promise(drop)),
    ({ url }) => ({ url, tablePrefix: "cs_" }),
  ),
}

/** All databases are the given one: a new database of a cluster would have to be made on every node. */
const citus = (url: string): TestCluster => ({
  isStandIn: false,
  database: Effect.acquireRelease(
    Effect.sync(() => ({ url: distributedUrl(url), tablePrefix: `t${randomBytes(4).toString("hex")}_` })),
    (database) => Effect.ignore(dropTables(database)),
  ),
})

const dropTables = ({ tablePrefix, url }: ClusterDatabase) =>
  Effect.scoped(
    Effect.gen(function* () {
      const context = yield* openCluster(url)
      const sql = yield* Effect.provide(SqlClient.SqlClient, context)
      for (const table of tableNames(tablePrefix)) yield* sql`drop table if exists ${sql(table)}`
    }),
  )

const citusUrl = process.env["CONSENT_TEST_CITUS_URL"]

const reason = "CONSENT_TEST_CITUS_URL does not name an empty database on a Citus coordinator"

/** A `describe` for the stand-in, and one for Citus, which is skipped, with the reason in its name, where none is given. */
export const describeClusters = (title: string, body: (cluster: TestCluster) => void): void => {
  describeEngines(`${title} [a stand-in for Citus]`, () => body(standIn), ["postgres"])
  if (citusUrl === undefined) describe.skip(`${title} [Citus] (skipped: ${reason})`, () => body(citus("")))
  else describe(`${title} [Citus]`, () => body(citus(citusUrl)))
}
