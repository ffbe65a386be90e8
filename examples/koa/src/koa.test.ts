import { hostLaws, originOf } from "@consent-service/testkit/HostLaws"
import { bodyParser } from "@koa/bodyparser"
import { createConsentService } from "consent-service"
import { stoppable } from "consent-service/node"
import Koa from "koa"
import { makeApp } from "./app.js"

hostLaws("Koa", {
  start: async ({ prefix, readsBodies, service: options, trustsProxy }) => {
    const service = createConsentService(options)
    await service.migrate()
    const app = new Koa({ proxy: trustsProxy })
    // It would print the clients that leave.
    app.silent = true
    if (readsBodies) app.use(bodyParser())
    const server = makeApp(service, { app, prefix }).listen(0, "127.0.0.1")
    const { close } = stoppable(server, service)
    return { origin: await originOf(server), close }
  },
  parsedBodies: "used",
  knowsPeer: true,
  hasProxySetting: true,
  atRoot: true,
  drains: true,
})
