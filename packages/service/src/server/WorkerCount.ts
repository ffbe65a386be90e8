/**
 * How many processes serve.
 *
 * @module
 */
import * as Either from "effect/Either"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"
import type { ServerSettings } from "../options/ServerOptions.js"
import type { DatabaseKind } from "./DatabaseKind.js"

const onFile = "SQLite is served by one process: leave workers out, or set database to a PostgreSQL or MySQL server"

/** The number that an option means on a kind of database and a number of cores, or why the two do not fit. */
export const workerCount = (
  workers: ServerSettings["workers"],
  kind: DatabaseKind,
  cores: number,
): Either.Either<number, ConfigurationIssue> => {
  if (workers === "auto") return Either.right(kind === "server" ? cores : 1)
  return workers > 1 && (kind === "file" || kind === "memory")
    ? Either.left({ option: "server.workers", message: onFile })
    : Either.right(workers)
}
