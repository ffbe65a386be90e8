/**
 * How the tables of the client in context are divided between database servers.
 *
 * @module
 */
import * as Context from "effect/Context"

/** The ways to divide tables. */
export type DistributionName = "citus"

/**
 * How the tables of the client in context are divided: not at all, which is the default, or by Citus. It travels with the
 * client: `clientFromUrl` and `Postgres.layer` supply it where `distribution=citus` is asked for. Merge it into a client
 * layer of your own. Support for Citus is experimental.
 *
 * @example
 * ```ts
 * import { Distribution } from "@consent-service/adapter-sql/Distribution"
 * import * as SqlClient from "@effect/sql/SqlClient"
 * import * as Layer from "effect/Layer"
 *
 * const onCluster = (client: SqlClient.SqlClient) =>
 *   Layer.merge(Layer.succeed(SqlClient.SqlClient, client), Layer.succeed(Distribution, "citus"))
 * ```
 */
export class Distribution extends Context.Reference<Distribution>()("@consent-service/adapter-sql/Distribution", {
  defaultValue: (): DistributionName | null => null,
}) {}
