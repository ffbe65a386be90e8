/**
 * Servers on this machine only, under the host names that the browser is configured with.
 *
 * @module
 */
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** A server that is listening. */
export interface Loopback {
  readonly port: number
  /** Cuts open connections off. */
  readonly close: () => Promise<void>
}

/** Listens on a free port. */
export const listen = (listener: RequestListener): Promise<Loopback> =>
  new Promise((resolve, reject) => {
    const server = createServer(listener)
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      // A server that listens on a port has an address of this form; only a pipe's is a string.
      const { port } = server.address() as AddressInfo
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed())
          server.closeAllConnections()
        })
      resolve({ port, close })
    })
  })

/** The path a request is for, without its query. */
export const pathOf = ({ url }: IncomingMessage): string => (url ?? "/").split("?", 1)[0] ?? "/"
