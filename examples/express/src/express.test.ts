import { hostLaws, originOf } from "@consent-service/testkit/HostLaws"
import { createConsentService } from "consent-service"
import { stoppable } from "consent-service/node"
import express from "express"
import { makeApp } from "./app.js"

hostLaws("Express", {
  start: async ({ prefix, readsBodies, service: options, trustsProxy }) => {
    const service = createConsentService(options)
    await service.migrate()
    const app = express()
    if (trustsProxy) app.set("trust proxy", 1)
    if (readsBodies) app.use(express.json())
    const server = makeApp(service, { app, prefix: prefix || "/" }).listen(0, "127.0.0.1")
    const { close } = stoppable(server, service)
    return { origin: await originOf(server), close }
  },
  parsedBodies: "used",
  knowsPeer: true,
  hasProxySetting: true,
  atRoot: true,
  drains: true,
})
