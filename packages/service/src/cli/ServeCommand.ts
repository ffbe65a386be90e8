/**
 * `consent-service serve`: the standalone service, configured by a file, variables and flags.
 *
 * @module
 */
import * as Either from "effect/Either"
import { stopOnSignals } from "../node.js"
import { keepNewObjectsYoung } from "../server/KeepYoung.js"
import type { ReadConfiguration } from "../server/run/Reloader.js"
import { runServer, type StartedServer } from "../server/run/RunServer.js"
import { watchFiles } from "../server/run/WatchFiles.js"
import { readConfigurationIn, type SearchPlace, type ServerConfiguration } from "../server/ServerConfiguration.js"
import { type Command, type CommandResult, usageError } from "./Command.js"
import { misconfigured } from "./Misconfigured.js"
import { placeOf, serverOptions } from "./ServerOptions.js"

const start = async (
  configuration: ServerConfiguration,
  place: SearchPlace,
  options: { readonly migrate: boolean; readonly read: ReadConfiguration },
) => {
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

/** Starts, and reloads when a file changes where the configuration says so. Files are watched from when they were read. */
const startWatching = async (configuration: ServerConfiguration, place: SearchPlace, migrate: boolean) => {
  const files = configuration.server.watch ? watchFiles(() => void reload()) : null
  files?.watch(configuration.files)
  const read: ReadConfiguration = async () => {
    const next = await readConfigurationIn(place)
    if (Either.isRight(next)) files?.watch(next.right.files)
    return next
  }
  const starting = start(configuration, place, { migrate, read })
  const reload = async (): Promise<void> => {
    const started = await starting
    if (Either.isRight(started)) await started.right.reloader.reload()
  }
  const started = await starting
  if (Either.isLeft(started)) {
    files?.close()
    return Either.left<CommandResult>({ ok: false, data: { error: started.left }, lines: [], error: started.left })
  }
  const close: StartedServer["close"] = () => {
    files?.close()
    return started.right.close()
  }
  return Either.right({ ...started.right, close })
}

const startFrom = async (place: SearchPlace, migrate: boolean) => {
  const configuration = await readConfigurationIn(place)
  return Either.isLeft(configuration)
    ? Either.left(misconfigured(configuration.left))
    : startWatching(configuration.right, place, migrate)
}

/**
 * Reloads on SIGHUP, from before anything is read: a start may take long, and without a handler the signal ends the process.
 * What arrives during the start reloads once afterwards.
 */
const startReloadable = async (place: SearchPlace, migrate: boolean) => {
  const starting = startFrom(place, migrate)
  const hangUp = async (): Promise<void> => {
    const started = await starting
    if (Either.isRight(started)) await started.right.reloader.reload()
  }
  process.on("SIGHUP", hangUp)
  const started = await starting
  if (Either.isLeft(started)) process.off("SIGHUP", hangUp)
  return started
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
    const started = await startReloadable(placeOf(given), given.flags.has("migrate"))
    if (Either.isLeft(started)) return started.left
    const { address, close, lines, url } = started.right
    stopOnSignals({ close })
    return { ok: true, data: { url, address }, lines }
  },
}
