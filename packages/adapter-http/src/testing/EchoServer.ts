/** An echo kernel behind a server, for the tests of a `describe`. */
import { afterAll, afterEach, beforeAll } from "@effect/vitest"
import { toNodeListener } from "../shell/NodeShell.js"
import { echoKernel } from "./EchoKernel.js"
import { type RunningServer, startServer } from "./NodeServer.js"

/** Starts it before the tests and ends it after them; each test finds nothing observed and no body kept. */
export const echoServer = () => {
  const { kept, kernel, observed } = echoKernel()
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer(toNodeListener(kernel))
  })
  afterAll(() => server.stop())
  afterEach(() => {
    kept.length = 0
    observed.length = 0
  })
  return { kept, observed, port: () => server.port, sockets: () => server.sockets }
}
