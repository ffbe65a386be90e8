/**
 * The service on `node:http`.
 *
 * @module
 */
import { toNodeListener } from "@consent-service/adapter-http/shell/NodeShell"
import type { RequestListener, Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { ConsentService } from "./ConsentService.js"
import { type Drain, makeDrain } from "./lifecycle/Drain.js"
import { metricsListener } from "./health/MetricsListener.js"
import { type Probed, withProbes } from "./health/Probes.js"
import { type ConfigurationIssue, ConsentConfigurationError } from "./configuration/ConsentConfigurationError.js"
import { serveDefaults, serveIssues } from "./options/ServerOptions.js"
import { type ListenOptions, listenForMetrics, open, type RunningServer } from "./listen/Listen.js"
import { metrics as allMetrics } from "./metrics/Metrics.js"

import type { Stoppable } from "./lifecycle/Signals.js"

export { makeSigningKey } from "./evidence/NodeSigner.js"
export { type Stoppable, stopOnSignals } from "./lifecycle/Signals.js"
export { CannotListenError, type ListenPlace, type PlaceNames } from "./listen/CannotListen.js"
export { listen, type ListenOptions, type RunningServer } from "./listen/Listen.js"

/**
 * A request listener for `createServer` or any framework that mounts one.
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { nodeListener } from "consent-service/node"
 * import { createServer } from "node:http"
 *
 * const service = createConsentService({ database: "sqlite:./consent.db" })
 * createServer(nodeListener(service)).listen(8787)
 * ```
 */
export const nodeListener = (service: Pick<ConsentService, "kernel">): RequestListener => toNodeListener(service.kernel)

/** How long idle connections stay open on shutdown: longer than a request is in transit, but barely noticeable. */
const lingerMs = 500

/** The remaining time for the database when requests used up all of it. */
const disposalMs = 1_000

/** Where metrics are served. */
export interface MetricsPlace {
  /** 0 takes any free one. */
  readonly port: number
  /** A host name or address of this machine. Default `127.0.0.1`; a container needs `0.0.0.0`. */
  readonly host?: string
}

/** Where a service listens, and how it shuts down. */
export interface ServeOptions extends ListenOptions {
  /**
   * How long requests in flight may take on shutdown, in milliseconds. Default 8000: with a
   * second for the database less than the 10 seconds that Docker waits before it kills.
   */
  readonly graceMs?: number
  /**
   * Where `GET /metrics` is answered, and the probes once more. Needs the option `metrics` of the service. Without it no
   * port is opened.
   */
  readonly metrics?: MetricsPlace
  /** Handles requests before the service, such as your own pages: takes the service's listener, returns the server's. */
  readonly wrap?: (listener: RequestListener) => RequestListener
  /**
   * Called on shutdown when no connection is accepted any more; answers say that their connections close once it has
   * resolved. For several processes that listen on one port: until none of them does, a client that connects again is
   * accepted by the next one to end, and reset. Default: immediately.
   */
  readonly stoppedListening?: () => Promise<void>
}

/** The members of a service that `serve` uses, from `createConsentService`. */
export interface Servable extends Pick<ConsentService, "kernel" | "observe" | "readiness" | "metrics" | "dispose"> {}

/** A service that is listening. */
export interface ServedConsents {
  /** Reaches the service from this machine. */
  readonly url: string
  /** Where it listens: `address` is `::` or `0.0.0.0` when that is every interface. */
  readonly address: AddressInfo
  /** Reaches the metrics from this machine; null where none are served. */
  readonly metricsUrl: string | null
  /**
   * Refuses new connections, answers requests that were received or still arrive on open connections with
   * `Connection: close`, and then disposes of the service. Longer requests are aborted after the grace period, and a database
   * that cannot be closed in time is left. Called again, it gives the same promise.
   */
  readonly close: () => Promise<void>
}

/**
 * Starts a server for a service and logs where it listens (`server-listening`). With `stopOnSignals(server)` it shuts
 * down on SIGTERM and SIGINT.
 *
 * `GET /livez` answers 200 while the process does; `GET /readyz` answers 200 while the database is reached, migrated and
 * writable, and 503 with the reason otherwise, also on shutdown. Both are at the root, whatever the `basePath`, and `wrap`
 * may answer them instead of the server.
 *
 * Connections are bounded in number and time: slow or silent clients, and those that do not read their answers, are
 * closed.
 *
 * @returns rejects with a `ConsentConfigurationError` that has every invalid option, or with a `CannotListenError` when it
 * cannot listen there, for example because another program uses the port
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { serve, stopOnSignals } from "consent-service/node"
 *
 * const service = createConsentService({ database: "sqlite:./consent.db" })
 * const server = await serve(service, { port: 8787, host: "127.0.0.1" })
 * stopOnSignals(server)
 * ```
 */
export const serve = async (service: Servable, options: ServeOptions): Promise<ServedConsents> => {
  const issues = [...serveIssues(options), ...metricsMissing(service, options)]
  if (issues.length > 0) throw new ConsentConfigurationError(issues)
  const {
    graceMs = serveDefaults.graceMs,
    metrics: place,
    stoppedListening,
    wrap = (listener) => listener,
    ...where
  } = options
  let draining = false
  const probed = { readiness: service.readiness, isDraining: () => draining }
  const forOperators = await openMetrics(service, place, probed)
  const listener = wrap(withProbes(probed, nodeListener(service)))
  const { address, connections, drain, url } = await open(listener, where, service.observe).catch(async (error) => {
    await forOperators?.close()
    throw error
  })
  service.observe({ _tag: "ServerListening", url, address: address.address, port: address.port })
  const unwatch = service.metrics?.watch(async () => [
    [allMetrics.connections, await connections()],
    [allMetrics.draining, draining ? 1 : 0],
  ])
  const drainMarked: Drain = (within) => {
    draining = true
    return drain({ ...within, stoppedListening })
  }
  const closeService = closeInOrder(drainMarked, service, graceMs)
  // Last, so that a shutdown can be watched.
  const close = () => closeService().then(() => (unwatch?.(), forOperators?.close()))
  return { url, address, metricsUrl: forOperators?.url ?? null, close: once(close) }
}

const metricsMissing = (service: Servable, { metrics }: ServeOptions): ReadonlyArray<ConfigurationIssue> =>
  metrics === undefined || service.metrics !== null
    ? []
    : [
        {
          option: "metrics",
          message: "needs metrics: prometheusMetrics() of consent-service/prometheus in the service",
        },
      ]

/** Opens the operator port, which other machines cannot reach unless its host allows them. */
const openMetrics = async (
  { metrics }: Servable,
  place: MetricsPlace | undefined,
  probed: Probed,
): Promise<Pick<RunningServer, "url" | "close"> | null> =>
  metrics === null || place === undefined ? null : listenForMetrics(metricsListener(metrics.page, probed), place)

const once = <A>(run: () => Promise<A>): (() => Promise<A>) => {
  let running: Promise<A> | null = null
  return () => (running ??= run())
}

/** Shuts down a server and its service, once. */
const closeInOrder = (drain: Drain, service: Servable, graceMs: number): (() => Promise<void>) =>
  once(async () => {
    const deadline = performance.now() + graceMs
    await drain({ graceMs, lingerMs })
    const left = Math.max(disposalMs, deadline - performance.now())
    await Promise.race([service.dispose(), sleep(left, undefined, { ref: false })])
  })

/**
 * Shuts down a custom server as `serve` does: it refuses new connections, completes the requests in flight, and
 * then disposes of the service. Call it as soon as the server is there, before a request can have arrived.
 *
 * @param server - a server of `node:http` or `node:https`, such as `app.listen` of Express and Koa returns
 * @param options - `graceMs`: how long running requests may take, in milliseconds; 8000 by default
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { nodeListener, stoppable, stopOnSignals } from "consent-service/node"
 * import { createServer } from "node:http"
 *
 * const service = createConsentService({ database: "sqlite:./consent.db" })
 * const server = createServer(nodeListener(service)).listen(8787)
 * stopOnSignals(stoppable(server, service))
 * ```
 */
export const stoppable = (
  server: Server,
  service: Servable,
  { graceMs = serveDefaults.graceMs }: { readonly graceMs?: number } = {},
): Stoppable => ({ close: closeInOrder(makeDrain(server), service, graceMs) })
