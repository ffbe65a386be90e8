import { randomInt } from "node:crypto"
import { createServer } from "node:net"

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/**
 * A loopback port that was free a moment ago. It is below those that systems give to outgoing connections, so that none
 * takes it before a server is started there, nor while one is started again.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}
