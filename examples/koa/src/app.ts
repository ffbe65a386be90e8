import type { ConsentService } from "consent-service"
import { consentMiddleware } from "consent-service/koa"
import Koa from "koa"

/** A shop in Koa, with consent below a prefix. */
export const makeApp = (service: ConsentService, { app = new Koa(), prefix = "/consent" } = {}) => {
  app.use(consentMiddleware(service, { prefix }))
  app.use((context) => {
    context.status = context.path === "/" ? 200 : 404
    context.body = context.path === "/" ? "the shop" : "the shop has no such page"
  })
  return app
}
