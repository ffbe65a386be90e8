/**
 * Servers on `node:http`, with limits for slow, silent and too many clients.
 *
 * @module
 */
import type { Observe } from "@consent-service/core/ports"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"
import { type Drain, makeDrain } from "../lifecycle/Drain.js"
import { serveDefaults } from "../options/ServerOptions.js"
import { makeRefusals } from "../refusal/RefusedRequests.js"
import { CannotListenError } from "./CannotListen.js"

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
export interface Opened {
  readonly url: string
  readonly address: AddressInfo
  readonly drain: Drain
  /** How many connections are open. */
  readonly connections: () => Promise<number>
}

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

/**
 * Opens a port.
 *
 * @returns rejects with a `CannotListenError` when that is not possible
 */
export const open = (
  listener: RequestListener,
  { isForMetrics = false, ...options }: ListenOptions & { readonly isForMetrics?: boolean },
  observe: Observe | null,
): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const refusals = makeRefusals(observe)
    const server = createServer(limits, refusals.listener(listener))
    refusals.watch(server)
    server.maxConnections = options.maxConnections ?? serveDefaults.maxConnections
    if (observe !== null) reportRefusals(server, observe)
    const drain = makeDrain(server)
    const refuse = (error: unknown): void =>
      reject(new CannotListenError(error, { port: options.port, host: options.host, isForMetrics }))
    server.once("error", refuse)
    server.listen({ port: options.port, host: options.host, backlog }, () => {
      server.off("error", refuse)
      // A server that listens on a port has an address of this form; only a pipe's is a string.
      const address = server.address() as AddressInfo
      const connections = promisify(server.getConnections.bind(server))
      resolve({ url: urlOf(address, options.host), address, drain, connections })
    })
  })

const running = ({ address, drain, url }: Opened): RunningServer => ({
  url,
  address,
  close: (graceMs = 5_000) => drain({ graceMs, lingerMs: 0 }),
})

/**
 * Starts a server.
 *
 * @returns rejects with a `CannotListenError` when it cannot listen there, for example because another program uses the port
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
export const listen = async (listener: RequestListener, options: ListenOptions): Promise<RunningServer> =>
  running(await open(listener, options, null))

/** Starts a server for the metrics of a service, which other machines cannot reach unless its host allows them. */
export const listenForMetrics = async (
  listener: RequestListener,
  { host = "127.0.0.1", port }: { readonly host?: string | undefined; readonly port: number },
): Promise<RunningServer> => running(await open(listener, { host, port, isForMetrics: true }, null))
