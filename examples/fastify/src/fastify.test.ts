import { hostLaws, originOf, programLaw, shopMissing, shopPage } from "@consent-service/testkit/HostLaws"
import { createConsentService } from "consent-service"
import { consentPlugin } from "consent-service/fastify"
import fastify from "fastify"

hostLaws("Fastify", {
  start: async ({ prefix, readsBodies, service: options, trustsProxy }) => {
    const service = createConsentService(options)
    await service.migrate()
    const app = trustsProxy ? fastify({ trustProxy: "127.0.0.1" }) : fastify()
    if (readsBodies)
      app.addContentTypeParser("application/json", { parseAs: "string" }, app.getDefaultJsonParser("error", "error"))
    await app.register(consentPlugin, { prefix, service })
    app.get("/", () => shopPage)
    app.setNotFoundHandler((_, reply) => reply.code(404).send(shopMissing))
    await app.listen({ port: 0, host: "127.0.0.1" })
    return { origin: await originOf(app.server), close: () => app.close() }
  },
  parsedBodies: "used",
  knowsPeer: true,
  hasProxySetting: true,
  atRoot: true,
  tellsLength: true,
  drains: true,
})

programLaw(new URL("../dist/main.js", import.meta.url))
