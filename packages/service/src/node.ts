/**
 * The service on `node:http`.
 *
 * @module
 */
import { toNodeListener } from "@consent-service/adapter-http/shell/NodeShell"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { ConsentService } from "./ConsentService.js"

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

/** A closed server no longer looks at its timeouts: who has not sent his whole request by then never will. */
const close = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close((error) => {
      clearTimeout(late)
      if (error === undefined) resolve()
      else reject(error)
    })
    server.closeIdleConnections()
  })

/**
 * Starts a server.
 *
 * @param options - `port`: 0 takes any free one; `host`: every interface when absent
 * @returns rejects with the system's error when the port cannot be had (`EADDRINUSE` when it is taken)
 */
export const listen = (
  listener: RequestListener,
  options: { readonly port: number; readonly host?: string },
): Promise<RunningServer> =>
  new Promise((resolve, reject) => {
    const server = createServer(limits, listener)
    server.once("error", reject)
    server.listen({ ...options }, () => {
      server.off("error", reject)
      // A server that listens on a port has an address of this form; only a pipe's is a string.
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://${options.host ?? "localhost"}:${port}`,
        close: (graceMs = 5_000) => close(server, graceMs),
      })
    })
  })
