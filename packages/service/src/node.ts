/**
 * The service on `node:http`.
 *
 * @module
 */
import { toNodeListener } from "@consent-service/adapter-http/shell/NodeShell"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"
import { setTimeout as sleep } from "node:timers/promises"
import type { ConsentService } from "./ConsentService.js"
import { type Drain, makeDrain } from "./lifecycle/Drain.js"
import { metricsListener } from "./health/MetricsListener.js"
import { type Probed, withProbes } from "./health/Probes.js"
import { type ConfigurationIssue, ConsentConfigurationError } from "./configuration/ConsentConfigurationError.js"
import { serveDefaults, serveIssues } from "./options/ServerOptions.js"
import { makeRefusals } from "./refusal/RefusedRequests.js"
import { metrics as allMetrics } from "./metrics/Metrics.js"

import type { Stoppable } from "./lifecycle/Signals.js"

export { makeSigningKey } from "./evidence/NodeSigner.js"
export { type Stoppable, stopOnSignals } from "./lifecycle/Signals.js"

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

/** A server that is listening. */
export interface RunningServer {
  /** Reaches the server from this machine. */
  readonly url: string
  /** Where it listens: `address` is `::` or `0.0.0.0` when that is every interface. */
  readonly address: AddressInfo
  /**
   * Completes received requests, refuses new ones, and resolves when the last response has been sent.
   *
   * @param graceMs - when to give up on requests that are still coming in, 5,000 by default
   */
  readonly close: (graceMs?: number) => Promise<void>
}

/** Limits that keep slow or silent clients from holding connections. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
  // Answered by `makeRefusals` instead.
  requireHostHeader: false,
  // Node looks for requests that took too long only this often; by default half a minute.
  connectionsCheckingInterval: 1_000,
}

/** How long idle connections stay open on shutdown: longer than a request is in transit, but barely noticeable. */
const lingerMs = 500

/** The remaining time for the database when requests used up all of it. */
const disposalMs = 1_000

/**
 * How many connections may wait to be accepted, as far as the system allows. Beyond that, the system drops the
 * first packet, and clients send it again after 1, 3 and 7 seconds; Node's own 511 is less than a burst of visitors.
 */
const backlog = 4_096

/** How often refused connections are reported, in milliseconds. */
const refusalsEveryMs = 10_000

/** Where a server listens, and for how many. */
export interface ListenOptions {
  /** 0 takes any free one. */
  readonly port: number
  /**
   * A host name or address of this machine. Default: all interfaces, which is what a container needs. `127.0.0.1`
   * accepts connections from this machine only.
   */
  readonly host?: string
  /**
   * The most open connections; more are closed as they arrive. Default 4096: each takes one file descriptor, and at most
   * a few kilobytes while idle.
   */
  readonly maxConnections?: number
}

/** Addresses that mean every interface. */
const everywhere = new Set(["::", "0.0.0.0"])

/** A URL that reaches the server from this machine; an IPv6 address is in brackets there. */
const urlOf = ({ address, port }: AddressInfo, host: string = address): string => {
  const name = everywhere.has(host) ? "localhost" : host
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`
}

/** A listening server, and its shutdown. */
interface Opened {
  readonly url: string
  readonly address: AddressInfo
  readonly drain: Drain
  /** How many connections are open. */
  readonly connections: () => Promise<number>
}

type Observe = ConsentService["observe"]

/** Reports refused connections every few seconds, if there are any. */
const reportRefusals = (server: Server, observe: Observe): void => {
  let count = 0
  const report = (): void => {
    observe({ _tag: "ConnectionsRefused", count, maxConnections: server.maxConnections })
    count = 0
  }
  server.on("drop", () => {
    count += 1
    if (count === 1) setTimeout(report, refusalsEveryMs).unref()
  })
}

const open = (listener: RequestListener, options: ListenOptions, observe: Observe | null): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const refusals = makeRefusals(observe)
    const server = createServer(limits, refusals.listener(listener))
    refusals.watch(server)
    server.maxConnections = options.maxConnections ?? serveDefaults.maxConnections
    if (observe !== null) reportRefusals(server, observe)
    const drain = makeDrain(server)
    server.once("error", reject)
    server.listen({ port: options.port, host: options.host, backlog }, () => {
      server.off("error", reject)
      // A server that listens on a port has an address of this form; only a pipe's is a string.
      const address = server.address() as AddressInfo
      const connections = promisify(server.getConnections.bind(server))
      resolve({ url: urlOf(address, options.host), address, drain, connections })
    })
  })

/**
 * Starts a server.
 *
 * @returns rejects with the system's error when it cannot listen there (`EADDRINUSE` when the port is taken)
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { listen, nodeListener } from "consent-service/node"
 *
 * const service = createConsentService({ database: "sqlite:./consent.db" })
 * const { url } = await listen(nodeListener(service), { port: 8787 })
 * ```
 */
export const listen = async (listener: RequestListener, options: ListenOptions): Promise<RunningServer> => {
  const { address, drain, url } = await open(listener, options, null)
  return { url, address, close: (graceMs = 5_000) => drain({ graceMs, lingerMs: 0 }) }
}

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
 * @returns rejects with a `ConsentConfigurationError` that has every invalid option, or with the system's error when it
 * cannot listen there (`EADDRINUSE` when the port is taken)
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
  metrics === null || place === undefined
    ? null
    : listen(metricsListener(metrics.page, probed), { port: place.port, host: place.host ?? "127.0.0.1" })

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
