/**
 * `GET /status`.
 *
 * @module
 */
import { shareAttempt } from "@consent-service/core/primitives"
import type { ConsentStore } from "@consent-service/core/ports"
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { json } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { status } from "../api/ServiceGroup.js"
import type { Status } from "../api/Schemas.js"
import { atOnce, mapAtOnce } from "@consent-service/core/primitives"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"
import { readPlace } from "../request/ReadSignals.js"
import { addressOf, type HandlerSettings } from "./HandlerSettings.js"

type Store = Context.Tag.Service<ConsentStore>

/** How long a successful check is reused, in milliseconds from its start. */
export const goodForMs = 100

/**
 * Makes a check whether the store can be reached. Callers that arrive during a check share it, and its success is good
 * for 100 ms after it began, so that no flood of requests reaches the store. Failures are not cached: an instance is
 * back as soon as its store is.
 *
 * @returns the check; already complete where the last one is still valid
 */
export const makeReachability = <E>(
  ping: Effect.Effect<void, E>,
  clock: Clock.Clock,
): (() => Effect.Effect<void, E>) => {
  let reachedAt = Number.NEGATIVE_INFINITY

  const isGood = (): boolean => {
    const age = clock.unsafeCurrentTimeMillis() - reachedAt
    // A clock that was set back would extend it.
    return age >= 0 && age < goodForMs
  }

  const check = shareAttempt(
    Effect.suspend(() => {
      const startedAt = clock.unsafeCurrentTimeMillis()
      return Effect.tap(ping, () => Effect.sync(() => (reachedAt = startedAt)))
    }),
  )

  return () => (isGood() ? Exit.void : check)
}

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
