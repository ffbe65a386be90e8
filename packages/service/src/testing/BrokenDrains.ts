/** Shutdowns that break a promise each: an exploration that does not find them proves nothing. */
import type { Server } from "node:http"
import { type Drain, makeDrain } from "../lifecycle/Drain.js"

/** A broken shutdown, and the property that it violates. */
export interface BrokenDrain {
  readonly make: (server: Server) => Drain
  readonly violates: string
}

export const brokenDrains: Readonly<Record<string, BrokenDrain>> = {
  "closes connections immediately": {
    make: (server) => {
      const drain = makeDrain(server)
      return (options) => {
        server.closeAllConnections()
        return drain(options)
      }
    },
    violates: "every request that was accepted is answered",
  },
  "announces the end with every answer": {
    make: (server) => {
      server.on("request", (_, response) => void response.setHeader("connection", "close"))
      return makeDrain(server)
    },
    violates: "every request that was accepted is answered",
  },
  "ends before its connections": {
    make: (server) => {
      const drain = makeDrain(server)
      return async (options) => void drain(options)
    },
    violates: "the shutdown ends after its connections",
  },
  "waits too long for requests": {
    make: (server) => {
      const drain = makeDrain(server)
      return (options) => drain({ ...options, graceMs: options.graceMs * 10 })
    },
    violates: "the shutdown ends in time",
  },
}
