/**
 * `consent-service serve`: the standalone service, configured by a file, variables and flags.
 *
 * @module
 */
import * as Either from "effect/Either"
import { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { stopOnSignals } from "../node.js"
import { keepNewObjectsYoung } from "../server/KeepYoung.js"
import { runServer, type StartedServer } from "../server/run/RunServer.js"
import { watchFiles } from "../server/run/WatchFiles.js"
import { readConfigurationIn, type SearchPlace, type ServerConfiguration } from "../server/ServerConfiguration.js"
import { type Command, usageError } from "./Command.js"
import { placeOf, serverOptions } from "./ServerOptions.js"

const start = async (configuration: ServerConfiguration, place: SearchPlace, migrate: boolean) => {
  const options = { migrate, read: () => readConfigurationIn(place) }
  if (configuration.workers === 1) {
    keepNewObjectsYoung()
    return runServer(configuration, options)
  }
  // The cluster of Node is loaded only where it is used.
  const { runWorkers } = await import("../server/workers/RunWorkers.js")
  const gaveUp = (why: string): void => {
    console.error(why)
    process.exit(1)
  }
  return runWorkers(configuration, { ...options, place, gaveUp })
}

/** Reloads on SIGHUP, and when a file changes where the configuration says so. */
const reloadOnChange = ({ close, reloader }: StartedServer, watched: boolean): StartedServer["close"] => {
  const files = watched ? watchFiles(() => void reload()) : null
  const reload = async (): Promise<void> => {
    await reloader.reload()
    files?.watch(reloader.configuration().files)
  }
  files?.watch(reloader.configuration().files)
  process.on("SIGHUP", () => void reload())
  return () => {
    files?.close()
    return close()
  }
}

/** The command. The process stays until SIGTERM or SIGINT; its log follows on standard output. */
export const serve: Command = {
  name: "serve",
  synopsis:
    "serve [--config FILE] [--database URL] [--port PORT] [--host HOST] [--workers N|auto] [--migrate] [--watch] [--json]",
  summary: "run the service until SIGTERM or SIGINT; SIGHUP reloads its configuration",
  options: {
    ...serverOptions,
    migrate: {
      type: "boolean",
      help: "migrate the database before listening; several processes may do so concurrently",
    },
    watch: { type: "boolean", help: "reload the configuration when one of its files changes" },
  },
  run: async (given) => {
    if (given.positionals.length > 0) return usageError("expected no argument: the configuration is named by --config")
    const place = placeOf(given)
    const configuration = await readConfigurationIn(place)
    if (Either.isLeft(configuration)) {
      return {
        ok: false,
        data: { issues: configuration.left },
        lines: [],
        error: new ConsentConfigurationError(configuration.left).message,
      }
    }
    const started = await start(configuration.right, place, given.flags.has("migrate"))
    if (Either.isLeft(started)) return { ok: false, data: { error: started.left }, lines: [], error: started.left }
    const { address, lines, url } = started.right
    stopOnSignals({ close: reloadOnChange(started.right, configuration.right.server.watch) })
    return { ok: true, data: { url, address }, lines }
  },
}
