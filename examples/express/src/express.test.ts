import { hostLaws, originOf, programLaw, shopMissing, shopPage } from "@consent-service/testkit/HostLaws"
import { createConsentService } from "consent-service"
import { consentMiddleware } from "consent-service/express"
import { stoppable } from "consent-service/node"
import express from "express"

hostLaws("Express", {
  start: async ({ prefix, readsBodies, service: options, trustsProxy }) => {
    const service = createConsentService(options)
    await service.migrate()
    const app = express()
    if (trustsProxy) app.set("trust proxy", 1)
    if (readsBodies) app.use(express.json())
    app.use(prefix || "/", consentMiddleware(service))
    app.get("/", (_, response) => void response.send(shopPage))
    app.use((_, response) => void response.status(404).send(shopMissing))
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
