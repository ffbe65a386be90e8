/**
 * The port that observations go to.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { type Severity, toLogEvent } from "../observation/LogEvent.js"
import type { Observation } from "../observation/Observation.js"
import { redactEvent } from "../observation/Redact.js"

/** Receives observations: a plain synchronous function that must not throw. */
export type Observe = (observation: Observation) => void

/**
 * What receives the observations of a composition. Null, the default, logs them through Effect's loggers; see
 * `currentObserver`.
 *
 * @example
 * ```ts
 * import { Observer } from "@consent-service/core/ports"
 *
 * const observer = Observer.layer((observation) => console.log(observation._tag))
 * ```
 */
export class Observer extends Context.Reference<Observer>()("@consent-service/core/ports/Observer", {
  defaultValue: (): Observe | null => null,
}) {
  /** Passes every observation to a function instead of the loggers. */
  static readonly layer = (observe: Observe): Layer.Layer<Observer> => Layer.succeed(Observer, observe)
}

const logAt: { readonly [Level in Severity]: (message: string) => Effect.Effect<void> } = {
  error: Effect.logError,
  warn: Effect.logWarning,
  info: Effect.logInfo,
}

/**
 * Logs an observation: its event name as the message, its fields as annotations, at its own level. Visitors' addresses,
 * accounts, subject ids, tokens and keys are redacted.
 *
 * @example
 * ```ts
 * import { logObservation } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const logged = logObservation({ _tag: "RateLimitOff" })
 * Effect.runFork(logged)
 * ```
 */
export const logObservation = (observation: Observation): Effect.Effect<void> => {
  const { event, level, ...fields } = redactEvent(toLogEvent(observation))
  return Effect.annotateLogs(logAt[level](event), fields)
}

/**
 * The observer in context. Where none is given, observations are logged with the loggers, the minimum level and the
 * spans of the current fiber.
 */
export const currentObserver: Effect.Effect<Observe> = Effect.flatMap(Observer, (given) =>
  given === null
    ? Effect.map(Effect.runtime<never>(), (runtime) => {
        const run = Runtime.runFork(runtime)
        return (observation) => void run(logObservation(observation))
      })
    : Effect.succeed(given),
)
