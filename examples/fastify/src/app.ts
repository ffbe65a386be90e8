import type { ConsentService } from "consent-service"
import { consentPlugin } from "consent-service/fastify"
import fastify from "fastify"

/** A shop in Fastify, with consent below a prefix. */
export const makeApp = async (service: ConsentService, { app = fastify(), prefix = "/consent" } = {}) => {
  await app.register(consentPlugin, { prefix, service })
  app.get("/", () => "the shop")
  app.setNotFoundHandler((_, reply) => reply.code(404).send("the shop has no such page"))
  return app
}
