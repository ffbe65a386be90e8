/**
 * `consent-service serve`: the standalone service, configured by a file, variables and flags.
 *
 * @module
 */
import * as Either from "effect/Either"
import { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { stopOnSignals } from "../node.js"
import { runServer } from "../server/RunServer.js"
import { type Command, usageError } from "./Command.js"
import { configurationOf, serverOptions } from "./ServerOptions.js"

/** The command. The process stays until SIGTERM or SIGINT; its log follows on standard output. */
export const serve: Command = {
  name: "serve",
  synopsis: "serve [--config FILE] [--database URL] [--port PORT] [--host HOST] [--migrate] [--json]",
  summary: "run the service until SIGTERM or SIGINT",
  options: {
    ...serverOptions,
    migrate: {
      type: "boolean",
      help: "bring the database up to date before listening; several processes may concurrently",
    },
  },
  run: async (given) => {
    if (given.positionals.length > 0) return usageError("expected no argument: the configuration is named by --config")
    const configuration = await configurationOf(given)
    if (Either.isLeft(configuration)) {
      return {
        ok: false,
        data: { issues: configuration.left },
        lines: [],
        error: new ConsentConfigurationError(configuration.left).message,
      }
    }
    const started = await runServer(configuration.right, given.flags.has("migrate"))
    if (Either.isLeft(started)) return { ok: false, data: { error: started.left }, lines: [], error: started.left }
    const { lines, served } = started.right
    stopOnSignals(served)
    return { ok: true, data: { url: served.url, address: served.address }, lines }
  },
}
