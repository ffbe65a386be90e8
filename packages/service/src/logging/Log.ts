/**
 * Which observations are logged, and where. A failure of an integrator's code here, synchronous or later,
 * never fails the request that is logged.
 *
 * @module
 */
import {
  inWords,
  type LogEvent,
  logLevels,
  type Observation,
  type Observe,
  redact,
  redactEvent,
  redactFields,
  type Severity,
  severityOf,
  toLogEvent,
} from "@consent-service/core/ports"
import { toLogLine } from "./LogLine.js"
import type { ObservabilitySettings } from "../options/ObservabilityOptions.js"

/** Where an instance logs its events. */
export interface Log {
  readonly observe: (observation: Observation) => void
  /** Logs an event of the composition's own that is grave enough. */
  readonly report: (event: LogEvent) => void
}

type Write = (event: LogEvent) => void

const writeLine: Write = (event) => console[event.level](toLogLine(event, new Date()))

/** An event that its drain has lost is still one on the console. */
const drainFailed = (event: LogEvent, error: unknown): void => {
  writeLine({ level: "error", event: "log-drain-failed", failure: redact(inWords(error)) })
  writeLine(event)
}

const guarded =
  (drain: (event: LogEvent) => unknown): Write =>
  (event) => {
    try {
      Promise.resolve(drain(event)).catch((error: unknown) => drainFailed(event, error))
    } catch (error) {
      drainFailed(event, error)
    }
  }

/** Whatever an integrator's function gives becomes JSON data first: it may hold itself, or do something when read. */
const moreFields = (enrich: NonNullable<ObservabilitySettings["enrich"]>, event: LogEvent): LogEvent => {
  try {
    const given: unknown = enrich(event)
    Promise.resolve(given).catch(() => {})
    const fields: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(given))
    return { ...redactFields(fields), ...event }
  } catch {
    return event
  }
}

const keeps = (keep: NonNullable<ObservabilitySettings["keep"]>, event: LogEvent): boolean => {
  try {
    // A promise, which only a caller without types can give, is no decision; its failure must not end the process.
    const kept: unknown = keep(event)
    Promise.resolve(kept).catch(() => {})
    return kept === true
  } catch {
    return false
  }
}

/** Whether an observation concerns a logged route; answers of 500 and above are logged on every route. */
const isOfInterest = (observation: Observation, { exclude, include }: ObservabilitySettings): boolean => {
  if (observation._tag !== "RequestHandled" || observation.status >= 500) return true
  const { route } = observation
  if (route === null) return include === null
  return (include === null || include.has(route)) && !exclude.has(route)
}

/** Calls each observer that exists, in this order. */
export const inTurn = (...observers: ReadonlyArray<Observe | null | undefined>): Observe => {
  const present = observers.filter((observe) => observe !== null && observe !== undefined)
  const [only] = present
  if (only !== undefined && present.length === 1) return only
  return (observation) => {
    for (const observe of present) observe(observation)
  }
}

/** Makes an instance's log. */
export const makeLog = (settings: ObservabilitySettings): Log => {
  const { drain, enrich, level, service } = settings
  const keep = level === "silent" ? null : settings.keep
  const write = drain === null ? writeLine : guarded(drain)
  const limit = logLevels.indexOf(level)
  const isGrave = (severity: Severity): boolean => logLevels.indexOf(severity) <= limit

  const named = (event: LogEvent): LogEvent => (service === null ? event : { ...event, service })
  const redacted = (event: LogEvent): LogEvent => redactEvent(named(event))
  let unsaid: Observation | null = null
  const log = (event: LogEvent): void => write(enrich === null ? event : moreFields(enrich, event))

  return {
    observe: (observation) => {
      if (observation._tag === "ConfigurationReloaded") {
        // The operator requested it, so it is logged at every level.
        if (level !== "silent") log(redacted(toLogEvent(observation)))
        return
      }
      if (observation._tag === "ServerListening") {
        // The operator requested this address, so it is logged at every level. It is the server's, so it is not
        // redacted.
        if (level === "silent") return
        log(named(toLogEvent(observation)))
        // Which address is trusted decides what is stored and limited, so it is logged at every level on startup.
        if (unsaid !== null) log(redacted(toLogEvent(unsaid)))
        unsaid = null
        return
      }
      const isLogged = isGrave(severityOf(observation)) && isOfInterest(observation, settings)
      if (observation._tag === "AddressesConfigured" && !isLogged) unsaid = observation
      // Most requests are not logged, so no event is created for them.
      if (!isLogged && keep === null) return
      const event = redacted(toLogEvent(observation))
      if (isLogged || (keep !== null && keeps(keep, event))) log(event)
    },
    report: (event) => {
      if (isGrave(event.level)) log(redacted(event))
    },
  }
}
