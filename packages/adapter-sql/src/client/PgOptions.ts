/** Options of PostgreSQL's layer, apart from the driver, whose types need those of `pg`. */
import type { DistributionName } from "../distribution/Distribution.js"
import type { ServerOptions } from "./ServerOptions.js"

/** How to use a PostgreSQL server. */
export interface PgOptions extends ServerOptions {
  /** How the tables are divided between servers, where the server is the coordinator of a cluster. Null, the default, is one server. */
  readonly distribution?: DistributionName | null
}
