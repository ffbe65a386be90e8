// @ts-check
// One contestant of the HTTP suite in a process of its own: `node http-server.mjs CONTESTANT`. Prints its port, and the CPU
// time it has used (microseconds) for every line it reads.
import { toNodeListener } from "@consent-service/adapter-http/shell/NodeShell"
import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { createServer } from "node:http"
import { honoRoutes } from "./http-hono.mjs"
import { kernel } from "./http-kernel.mjs"

/** @typedef {(listening: (port: number) => void) => void} Start */

/** @type {Readonly<Record<string, Start>>} */
const contestants = {
  hono: (listening) => {
    const app = honoRoutes(new Hono())
    serve({ fetch: app.fetch, port: 0 }, ({ port }) => listening(port))
  },
  "fetch shell": (listening) => {
    const handler = toFetchHandler(kernel)
    serve({ fetch: (request) => handler(request), port: 0 }, ({ port }) => listening(port))
  },
  "node shell": (listening) => {
    const server = createServer(toNodeListener(kernel))
    server.listen(0, () => {
      const address = server.address()
      if (address !== null && typeof address === "object") listening(address.port)
    })
  },
}

contestants[process.argv[2] ?? ""]?.((port) => console.log(port))

process.stdin.on("data", () => {
  const { system, user } = process.cpuUsage()
  console.log(user + system)
})
process.stdin.on("end", () => process.exit(0))
