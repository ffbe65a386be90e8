import type { ConsentService } from "consent-service"
import { consentHandler } from "consent-service/h3"
import { H3 } from "h3"

interface AppOptions {
  readonly app?: H3
  readonly prefix?: string
}

/** A shop in h3 2, with consent below a prefix. */
export const makeApp = (service: ConsentService, { app = new H3(), prefix = "/consent" }: AppOptions = {}): H3 => {
  app.use(consentHandler(service, { prefix }))
  app.get("/", () => "the shop")
  app.all("/**", () => new Response("the shop has no such page", { status: 404 }))
  return app
}
