/**
 * `GET /status`.
 *
 * @module
 */
import type { ConsentStore } from "@consent-service/core/ports"
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { json } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { status } from "../api/ServiceGroup.js"
import type { Status } from "../api/Schemas.js"
import { atOnce, mapAtOnce } from "../kernel/AtOnce.js"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"
import { readPlace } from "../request/ReadSignals.js"
import { makeReachability } from "./Reachability.js"
import { addressOf, type HandlerSettings } from "./HandlerSettings.js"

type Store = Context.Tag.Service<ConsentStore>

const handleStatus = (settings: HandlerSettings, store: Store, clock: Clock.Clock) => {
  const ping = Effect.mapError(store.ping, (cause): Problem => ({ _tag: "StoreUnhealthy", cause }))
  const reachable = makeReachability(ping, clock)
  return (call: Call): Handled<Status> => {
    const { header } = call.exchange
    const { country, region } = readPlace(call.query, header)
    const client = {
      ip: addressOf(settings, call),
      acceptLanguage: header("accept-language") ?? "en",
      userAgent: header("user-agent"),
      region: { countryCode: country, regionCode: region },
    }
    const answer = () => {
      const timestamp = new Date(clock.unsafeCurrentTimeMillis()).toISOString()
      return json({ version: settings.version, timestamp, client })
    }
    return atOnce(mapAtOnce(reachable(), answer))
  }
}

/** The routes of `api/ServiceGroup`. */
export const serviceRoutes = (settings: HandlerSettings, store: Store, clock: Clock.Clock): ReadonlyArray<Route> => [
  route(status, handleStatus(settings, store, clock)),
]
