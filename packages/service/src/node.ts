/**
 * The service on `node:http`.
 *
 * @module
 */
import { toNodeListener } from "@consent-service/adapter-http/shell/NodeShell"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { ConsentService } from "./ConsentService.js"
import { type Drain, makeDrain } from "./lifecycle/Drain.js"

export { type Stoppable, stopOnSignals } from "./lifecycle/Signals.js"

/** A request listener for `createServer` or any framework that mounts one. */
export const nodeListener = (service: ConsentService): RequestListener => toNodeListener(service.kernel)

/** A server that is listening. */
export interface RunningServer {
  readonly url: string
  /**
   * Answers what has been received, refuses what is new, and resolves when the last answer has left.
   *
   * @param graceMs - when to give up on requests that are still coming in, 5,000 by default
   */
  readonly close: (graceMs?: number) => Promise<void>
}

/** Limits that keep slow or silent clients from holding connections (reliability.md M27). */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
  // Node looks for requests that took too long only this often; by default half a minute.
  connectionsCheckingInterval: 1_000,
}

/** How long idle connections stay open in `serve`: longer than a request is on its way, and hardly to be noticed. */
const lingerMs = 500

/** What is left for the database when requests took all the time they had. */
const disposalMs = 1_000

/**
 * How many connections may wait to be accepted, as far as the system allows. Of what comes beyond, the system drops the
 * first packet, and clients send it again after 1, 3 and 7 seconds; Node's own 511 is less than a burst of visitors.
 */
const backlog = 4_096

interface ListenOptions {
  readonly port: number
  readonly host?: string
}

/** A host as a URL has it: an IPv6 address stands in brackets. */
const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host)

/** A server that is listening, and what ends it. */
const open = (
  listener: RequestListener,
  options: ListenOptions,
): Promise<{ readonly url: string; readonly drain: Drain }> =>
  new Promise((resolve, reject) => {
    const server = createServer(limits, listener)
    const drain = makeDrain(server)
    server.once("error", reject)
    server.listen({ ...options, backlog }, () => {
      server.off("error", reject)
      // A server that listens on a port has an address of this form; only a pipe's is a string.
      const { port } = server.address() as AddressInfo
      resolve({ url: `http://${inUrl(options.host ?? "localhost")}:${port}`, drain })
    })
  })

/**
 * Starts a server.
 *
 * @param options - `port`: 0 takes any free one; `host`: every interface when absent
 * @returns rejects with the system's error when the port cannot be had (`EADDRINUSE` when it is taken)
 */
export const listen = async (
  listener: RequestListener,
  options: { readonly port: number; readonly host?: string },
): Promise<RunningServer> => {
  const { drain, url } = await open(listener, options)
  return { url, close: (graceMs = 5_000) => drain({ graceMs, lingerMs: 0 }) }
}

/** Where a service is to be had, and how it ends. */
export interface ServeOptions extends ListenOptions {
  /**
   * How long what has been received may take once the server is told to close, in milliseconds. Default 8000: with a
   * second for the database less than the 10 seconds that Docker waits before it kills.
   */
  readonly graceMs?: number
  /** What stands in front of the service, such as pages of one's own: takes its listener, and gives the server's. */
  readonly wrap?: (listener: RequestListener) => RequestListener
}

/** A service that is listening. */
export interface ServedConsents {
  readonly url: string
  /**
   * Refuses new connections, answers what has been received and what still arrives on open connections with
   * `Connection: close`, and then disposes of the service. What takes longer than the grace is cut off, and a database
   * that cannot be closed in time is left. Called again, it gives the same promise.
   */
  readonly close: () => Promise<void>
}

/**
 * Starts a server for a service; with `stopOnSignals(server)` it ends as a supervisor expects.
 *
 * @returns rejects with the system's error when the port cannot be had (`EADDRINUSE` when it is taken)
 */
export const serve = async (service: ConsentService, options: ServeOptions): Promise<ServedConsents> => {
  const { graceMs = 8_000, wrap = (listener) => listener, ...where } = options
  const { drain, url } = await open(wrap(nodeListener(service)), where)
  const end = async (): Promise<void> => {
    const deadline = performance.now() + graceMs
    await drain({ graceMs, lingerMs })
    const left = Math.max(disposalMs, deadline - performance.now())
    await Promise.race([service.dispose(), sleep(left, undefined, { ref: false })])
  }
  let ended: Promise<void> | null = null
  return { url, close: () => (ended ??= end()) }
}
