import { getRequestListener } from "@hono/node-server"
import { hostLaws, originOf, programLaw, shopMissing, shopPage } from "@consent-service/testkit/HostLaws"
import { createConsentService } from "consent-service"
import { consentMiddleware } from "consent-service/hono"
import { stoppable } from "consent-service/node"
import { Hono } from "hono"
import { createServer } from "node:http"

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
    app.use(consentMiddleware(service, { prefix }))
    app.get("/", (context) => context.text(shopPage))
    app.notFound((context) => context.text(shopMissing, 404))
    const server = createServer(getRequestListener(app.fetch))
    const { close } = stoppable(server, service)
    server.listen(0, "127.0.0.1")
    return { origin: await originOf(server), close }
  },
  parsedBodies: "used",
  knowsPeer: true,
  hasProxySetting: false,
  atRoot: true,
  tellsLength: true,
  drains: true,
})

programLaw(new URL("../dist/main.js", import.meta.url))
