/**
 * Starts a server of several processes. This process, their primary, serves no requests: it passes connections to them,
 * replaces them when the configuration is reloaded, and starts those again that died.
 *
 * @module
 */
import * as Either from "effect/Either"
import cluster from "node:cluster"
import { fileURLToPath } from "node:url"
import { createConsentService } from "../../ConsentService.js"
import { stopOnSignals } from "../../lifecycle/Signals.js"
import { makeLog } from "../../logging/Log.js"
import { prepareDatabase } from "../run/PrepareDatabase.js"
import { makeReloader } from "../run/Reloader.js"
import type { StartedServer, StartOptions } from "../run/RunServer.js"
import { startLines } from "../run/StartLines.js"
import type { SearchPlace, ServerConfiguration } from "../ServerConfiguration.js"
import { makeFleet, type Unfinished } from "./Fleet.js"
import { serveWorkerMetrics } from "./ServeWorkerMetrics.js"
import { toWorkers } from "./WorkerConfiguration.js"

/** How to start processes. */
export interface WorkersOptions extends StartOptions {
  /** Where each of them reads a configuration that is a module. */
  readonly place: SearchPlace
  /** None serves, and none can be started: why, in one line. */
  readonly gaveUp: (why: string) => void
}

/** The state of the database, seen from this process. */
const prepared = async (
  configuration: ServerConfiguration,
  migrate: boolean,
): Promise<Either.Either<string, string>> => {
  const service = createConsentService(configuration.options)
  try {
    return await prepareDatabase(service, configuration, migrate)
  } finally {
    await service.dispose()
  }
}

/**
 * Starts a server of several processes.
 *
 * @returns the server, or why it does not run, in one line
 */
export const runWorkers = async (
  configuration: ServerConfiguration,
  { gaveUp, migrate, place, read }: WorkersOptions,
): Promise<Either.Either<StartedServer, string>> => {
  const state = await prepared(configuration, migrate)
  if (Either.isLeft(state)) return Either.left(state.left)
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./WorkerProgram.js", import.meta.url)), args: [] })
  let log = makeLog(configuration.checked.options.observability)
  const { graceMs, host, maxConnections, metrics, port } = configuration.server
  const server = { port, maxConnections, graceMs, ...(host === undefined ? {} : { host }) }
  const fleet = makeFleet({
    count: configuration.workers,
    configuration: toWorkers(configuration, place),
    start: { server, metrics: metrics.port !== undefined },
    observe: (observation) => log.observe(observation),
    gaveUp,
  })
  let draining = false
  const opened = await serveWorkerMetrics(fleet, configuration.server, () => draining)
  if (Either.isLeft(opened)) return Either.left(opened.left)
  const forOperators = opened.right
  // The port of metrics closes last, so that a shutdown can be watched.
  const close = async (): Promise<void> => {
    draining = true
    await fleet.stop()
    await forOperators?.close()
  }
  // The first workers serve before the last ones do. Once all do, the caller decides about signals.
  const leaveSignals = stopOnSignals({ close })
  const ready = await fleet.start()
  // The process exits when all workers have ended.
  if (draining) return await new Promise<never>(() => {})
  leaveSignals()
  if (Either.isLeft(ready)) {
    await forOperators?.close()
    return Either.left(ready.left)
  }
  const { address, port: taken, url } = ready.right
  const apply = async (next: ServerConfiguration): Promise<Unfinished | null> => {
    const given = toWorkers(next, place)
    Either.getOrThrowWith(await prepared(next, migrate), (why) => new Error(why))
    const unfinished = await fleet.roll(given)
    log = makeLog(next.checked.options.observability)
    return unfinished
  }
  const observe = (observation: Parameters<typeof log.observe>[0]) => log.observe(observation)
  return Either.right({
    url,
    address: { address, port: taken },
    lines: startLines({
      url,
      metricsUrl: forOperators?.url ?? null,
      configuration,
      database: state.right,
      workers: configuration.workers,
    }),
    close,
    reloader: makeReloader(configuration, { read, observe, apply, inNewProcess: true }),
  })
}
