import { hostLaws, originOf, programLaw, shopMissing, shopPage } from "@consent-service/testkit/HostLaws"
import { bodyParser } from "@koa/bodyparser"
import { createConsentService } from "consent-service"
import { consentMiddleware } from "consent-service/koa"
import { stoppable } from "consent-service/node"
import Koa from "koa"

hostLaws("Koa", {
  start: async ({ prefix, readsBodies, service: options, trustsProxy }) => {
    const service = createConsentService(options)
    await service.migrate()
    const app = new Koa({ proxy: trustsProxy })
    // Koa would print the disconnects of clients.
    app.silent = true
    if (readsBodies) app.use(bodyParser())
    app.use(consentMiddleware(service, { prefix }))
    app.use((context) => {
      context.status = context.path === "/" ? 200 : 404
      context.body = context.path === "/" ? shopPage : shopMissing
    })
    const server = app.listen(0, "127.0.0.1")
    const { close } = stoppable(server, service)
    return { origin: await originOf(server), close }
  },
  parsedBodies: "used",
  knowsPeer: true,
  hasProxySetting: true,
  atRoot: true,
  tellsLength: true,
  drains: true,
})

programLaw(new URL("../dist/main.js", import.meta.url))
