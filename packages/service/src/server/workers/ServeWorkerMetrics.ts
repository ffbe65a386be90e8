/**
 * The port that the primary process keeps for operators: the metrics of all workers, and the probes.
 *
 * @module
 */
import * as Either from "effect/Either"
import { metricsListener } from "../../health/MetricsListener.js"
import { listenForMetrics, type RunningServer } from "../../listen/Listen.js"
import type { ServerSettings } from "../../options/ServerOptions.js"
import { loadMetrics } from "../LoadMetrics.js"
import { cannotListen } from "../run/CannotListen.js"
import type { Fleet } from "./Fleet.js"
import { makeWorkerMetrics } from "./WorkerMetrics.js"

/**
 * Opens the port, where the configuration has one.
 *
 * @param isDraining - whether the server has begun to shut down
 * @returns the listener, null where no port is configured, or why it cannot be opened, in one line
 */
export const serveWorkerMetrics = async (
  fleet: Fleet,
  settings: ServerSettings,
  isDraining: () => boolean,
): Promise<Either.Either<RunningServer | null, string>> => {
  const { host, port } = settings.metrics
  if (port === undefined) return Either.right(null)
  const loaded = await loadMetrics()
  if (Either.isLeft(loaded)) return Either.left(loaded.left)
  const { mergedPage } = await import("../../prometheus.js")
  const { gather, readiness } = makeWorkerMetrics(fleet, loaded.right)
  const makePage = () => gather().then(mergedPage)
  try {
    return Either.right(await listenForMetrics(metricsListener(makePage, { readiness, isDraining }), { port, host }))
  } catch (error) {
    return Either.left(cannotListen(error))
  }
}
