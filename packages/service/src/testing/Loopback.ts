/** Servers of a test on a free loopback port. */
import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"

/** A server that listens. */
export interface Loopback {
  /** Without a slash at its end. */
  readonly url: string
  /** Ends its connections, too. */
  readonly close: () => Promise<void>
}

/** Lets a server listen. */
export const listenOnLoopback = async (server: Server): Promise<Loopback> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => void server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** A server that answers the bodies of requests like that. */
export const answerBodies = (
  answer: (body: Buffer, response: ServerResponse) => void | Promise<void>,
): Promise<Loopback> =>
  listenOnLoopback(
    createServer(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      await answer(Buffer.concat(chunks), response)
    }),
  )
