/**
 * Where log events go.
 *
 * @module
 */
import type { Observation } from "@consent-service/core/observation/Observation"
import { type LogEvent, type LogLevel, logLevels, toLogEvent } from "./LogEvent.js"

/** One JSON line an event, on the console. */
const writeLine = (event: LogEvent): void =>
  console[event.level](JSON.stringify({ time: new Date().toISOString(), ...event }))

const drainFailed = (error: unknown): void =>
  writeLine({ level: "error", event: "log-drain-failed", failure: String(error) })

/** Gives an event to the integrator's own drain, whose failure, now or later, must never become a request's. */
const guarded =
  (drain: (event: LogEvent) => unknown) =>
  (event: LogEvent): void => {
    try {
      Promise.resolve(drain(event)).catch(drainFailed)
    } catch (error) {
      drainFailed(error)
    }
  }

/** An observer that logs what is grave enough. */
export const makeLog = (
  level: LogLevel,
  drain: ((event: LogEvent) => void) | null,
): ((observation: Observation) => void) => {
  const write = drain === null ? writeLine : guarded(drain)
  const limit = logLevels.indexOf(level)
  return (observation) => {
    const event = toLogEvent(observation)
    if (logLevels.indexOf(event.level) <= limit) write(event)
  }
}
