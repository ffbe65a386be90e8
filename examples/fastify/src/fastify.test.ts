import { hostLaws, originOf } from "@consent-service/testkit/HostLaws"
import { createConsentService } from "consent-service"
import fastify from "fastify"
import { makeApp } from "./app.js"

hostLaws("Fastify", {
  start: async ({ prefix, readsBodies, service: options, trustsProxy }) => {
    const service = createConsentService(options)
    await service.migrate()
    const plain = trustsProxy ? fastify({ trustProxy: "127.0.0.1" }) : fastify()
    if (readsBodies)
      plain.addContentTypeParser(
        "application/json",
        { parseAs: "string" },
        plain.getDefaultJsonParser("error", "error"),
      )
    const app = await makeApp(service, { app: plain, prefix })
    await app.listen({ port: 0, host: "127.0.0.1" })
    return { origin: await originOf(app.server), close: () => app.close() }
  },
  parsedBodies: "used",
  knowsPeer: true,
  hasProxySetting: true,
  atRoot: true,
  drains: true,
})
