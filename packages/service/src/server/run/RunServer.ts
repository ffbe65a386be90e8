/**
 * Starts a server from its configuration: the database first, then the instance, then the port. Whatever fails leaves
 * nothing running.
 *
 * @module
 */
import * as Either from "effect/Either"
import { createConsentService } from "../../ConsentService.js"
import type { Stoppable } from "../../lifecycle/Signals.js"
import { serve } from "../../node.js"
import type { ServerConfiguration } from "../ServerConfiguration.js"
import type { ServiceMetrics } from "../../metrics/ServiceMetrics.js"
import { loadMetrics } from "../LoadMetrics.js"
import { cannotListen } from "./CannotListen.js"
import { makeLiveService } from "./LiveService.js"
import { prepareDatabase } from "./PrepareDatabase.js"
import { makeReloader, type ReadConfiguration, type Reloader } from "./Reloader.js"
import { startLines } from "./StartLines.js"

/** A server that is running. */
export interface StartedServer extends Stoppable {
  readonly reloader: Reloader
  /** Reaches the server from this machine. */
  readonly url: string
  readonly address: { readonly address: string; readonly port: number }
  /** The startup message for the operator. */
  readonly lines: ReadonlyArray<string>
}

/** How to start. */
export interface StartOptions {
  /** Whether to bring the database up to date first. */
  readonly migrate: boolean
  /** Reads the configuration again. */
  readonly read: ReadConfiguration
}

/** An instance with a usable database, and the database's state; or why there is none. */
const prepared = async (configuration: ServerConfiguration, migrate: boolean, metrics: ServiceMetrics | null) => {
  const { options } = configuration
  const service = createConsentService(metrics === null ? options : { ...options, metrics })
  const database = await prepareDatabase(service, configuration, migrate)
  if (Either.isLeft(database)) await service.dispose()
  return Either.map(database, (state) => {
    service.sequence()
    return { service, state }
  })
}

/**
 * Starts a server in this process.
 *
 * @returns the server, or why it does not run, in one line
 */
export const runServer = async (
  configuration: ServerConfiguration,
  { migrate, read }: StartOptions,
): Promise<Either.Either<StartedServer, string>> => {
  const { metrics: place, ...listening } = configuration.server
  const port = place.port
  const loaded = port === undefined ? Either.right(null) : await loadMetrics()
  if (Either.isLeft(loaded)) return Either.left(loaded.left)
  const metrics = loaded.right
  const first = await prepared(configuration, migrate, metrics)
  if (Either.isLeft(first)) return Either.left(first.left)
  const { service, state } = first.right
  const live = makeLiveService(service)
  const apply = async (next: ServerConfiguration): Promise<null> => {
    const { service: other } = Either.getOrThrowWith(await prepared(next, migrate, metrics), (why) => new Error(why))
    await live.swap(other)
    return null
  }
  try {
    const where = port === undefined ? listening : { ...listening, metrics: { ...place, port } }
    const { address, close, metricsUrl, url } = await serve(live, where)
    const reloader = makeReloader(configuration, { read, observe: live.observe, apply, inNewProcess: false })
    const lines = startLines({ url, metricsUrl, configuration, database: state, workers: 1 })
    return Either.right({ url, address, close, lines, reloader })
  } catch (error) {
    await service.dispose()
    return Either.left(cannotListen(error))
  }
}
