/**
 * An unreliable network: it delivers requests to the service, and drops responses.
 *
 * @module
 */
import { createServer, request as send } from "node:http"
import type { AddressInfo } from "node:net"

export interface CuttingProxy {
  readonly url: string
  /** Dropped responses, such as `PATCH 200`. */
  readonly lost: ReadonlyArray<string>
  /** Drops a number of the next responses. */
  readonly lose: (answers: number) => void
  readonly close: () => Promise<void>
}

/**
 * Starts a proxy before a service.
 *
 * @param target - the service's origin
 */
export const startCuttingProxy = async (target: string): Promise<CuttingProxy> => {
  const lost: Array<string> = []
  let left = 0
  const server = createServer((request, response) => {
    const { headers, method = "GET", url = "/" } = request
    const onward = send(`${target}${url}`, { method, headers, agent: false }, (answer) => {
      if (left === 0) {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        return
      }
      left -= 1
      // Only after the complete response, so that the request has taken effect.
      answer.resume().on("end", () => {
        lost.push(`${method} ${answer.statusCode}`)
        request.socket.destroy()
      })
    })
    onward.on("error", () => request.socket.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // A server that listens on a port has an address of this form.
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    lost,
    lose: (answers) => {
      left = answers
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
