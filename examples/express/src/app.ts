import type { ConsentService } from "consent-service"
import { consentMiddleware } from "consent-service/express"
import express, { type Express } from "express"

interface AppOptions {
  readonly app?: Express
  readonly prefix?: string
}

/** A shop in Express, with consent below a prefix. */
export const makeApp = (
  service: ConsentService,
  { app = express(), prefix = "/consent" }: AppOptions = {},
): Express => {
  app.use(prefix, consentMiddleware(service))
  app.get("/", (_, response) => void response.send("the shop"))
  app.use((_, response) => void response.status(404).send("the shop has no such page"))
  return app
}
