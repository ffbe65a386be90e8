import type { ConsentService } from "consent-service"
import { consentMiddleware } from "consent-service/hono"
import { Hono } from "hono"

/** A shop in Hono, with consent below a prefix. */
export const makeApp = (service: ConsentService, { app = new Hono(), prefix = "/consent" } = {}) => {
  app.use(consentMiddleware(service, { prefix }))
  app.get("/", (context) => context.text("the shop"))
  app.notFound((context) => context.text("the shop has no such page", 404))
  return app
}
