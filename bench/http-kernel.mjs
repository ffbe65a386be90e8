// @ts-check
// The service's own HTTP side over stores in memory.
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { Effect } from "effect"
import { ports } from "./http-work.mjs"

export const { kernel } = Effect.runSync(
  ConsentHttp.pipe(Effect.provide(ConsentHttp.layer({ rateLimit: null })), Effect.provide(ports)),
)
