import { getRequestListener } from "@hono/node-server"
import { hostLaws, originOf } from "@consent-service/testkit/HostLaws"
import { createConsentService } from "consent-service"
import { stoppable } from "consent-service/node"
import { Hono } from "hono"
import { createServer } from "node:http"
import { makeApp } from "./app.js"

hostLaws("Hono", {
  start: async ({ prefix, readsBodies, service: options }) => {
    const service = createConsentService(options)
    await service.migrate()
    const app = new Hono()
    if (readsBodies)
      app.use(async (context, next) => {
        if (context.req.method === "POST") await context.req.json()
        await next()
      })
    const server = createServer(getRequestListener(makeApp(service, { app, prefix }).fetch))
    const { close } = stoppable(server, service)
    server.listen(0, "127.0.0.1")
    return { origin: await originOf(server), close }
  },
  parsedBodies: "used",
  knowsPeer: true,
  hasProxySetting: false,
  atRoot: true,
  drains: true,
})
