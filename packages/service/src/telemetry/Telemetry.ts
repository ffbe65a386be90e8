/**
 * An instance's traces and metrics, made by the optional `consent-service/otel`, which imports the OpenTelemetry
 * packages. It is passed with the options, or loaded when telemetry is enabled, while the service starts: earlier
 * requests are counted once it has loaded, and are not traced. Without it the service works, and the log says what to
 * install.
 *
 * @module
 */
import type { LogEvent, Observe } from "@consent-service/core/ports"
import type { Stores } from "@consent-service/adapter-sql/SqlStores"
import type { Meter } from "@opentelemetry/api"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import type { OpenTelemetry, TelemetrySettings } from "../options/TelemetryOptions.js"
import { type CacheMeasured, type Instruments, makeInstruments } from "./Instruments.js"
import { meterRecorder } from "./MeterRecorder.js"
import { tracedStores } from "./TracedStores.js"

/** Where an instance's traces and metrics come from. */
export interface Telemetry {
  /** Counts observations. */
  readonly observe: Observe
  /** Counts an operation of the external cache. */
  readonly cache: (operation: CacheMeasured) => void
  /** Sets Effect's tracer for the layers built over it. */
  readonly tracer: Layer.Layer<never>
  /** The stores with a span and a measurement around each operation. */
  readonly traced: <A, E, R>(stores: Layer.Layer<A | Stores, E, R>) => Layer.Layer<A | Stores, E, R>
  /** Resolves when everything is loaded, or when it is clear that it cannot be; it never rejects. */
  readonly ready: Promise<void>
}

/**
 * Loads `consent-service/otel` where it is installed with the packages it needs. Its name is not written as a literal:
 * bundlers must not look for packages that are optional.
 */
const loadInstalled = async (): Promise<OpenTelemetry> => {
  const name = ["consent-service", "otel"].join("/")
  const loaded: { readonly openTelemetry: OpenTelemetry } = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
  )
  return loaded.openTelemetry
}

const unavailable = (reasons: ReadonlyArray<string>): LogEvent => ({
  level: "warn",
  event: "telemetry-unavailable",
  failure: [...new Set(reasons)].join("; "),
  remedy:
    "npm install @effect/opentelemetry@0.64 @opentelemetry/api@1; in a bundle, import openTelemetry from consent-service/otel and give it as telemetry.openTelemetry",
})

/** A module that may still be loading: null until it is loaded, and permanently if it cannot be. */
interface Arriving<A> {
  readonly now: () => A | null
  readonly later: Promise<A | null>
}

const arrived = <A>(value: A): Arriving<A> => ({ now: () => value, later: Promise.resolve(value) })

const arriving = <A>(loading: Promise<A>): Arriving<A> => {
  let loaded: A | null = null
  const later = loading.then(
    (value) => (loaded = value),
    () => null,
  )
  return { now: () => loaded, later }
}

/** A tracer that is the first until the other has been loaded. */
const eventually = (first: Tracer.Tracer, other: Arriving<Tracer.Tracer>): Tracer.Tracer =>
  Tracer.make({
    span: (...options) => (other.now() ?? first).span(...options),
    context: (run, fiber) => (other.now() ?? first).context(run, fiber),
  })

type Measure = (instruments: Instruments) => void

/** Measures immediately, or as soon as the instruments are loaded. */
const measuring =
  (instruments: Arriving<Instruments>) =>
  (measure: Measure): void => {
    const attempt = (present: Instruments | null): void => {
      try {
        if (present !== null) measure(present)
      } catch {
        // An error of the exporter does not affect the measured work.
      }
    }
    const loaded = instruments.now()
    if (loaded === null) void instruments.later.then(attempt)
    else attempt(loaded)
  }

/** Logs once what cannot be loaded. */
const reportMissing = async (
  loads: ReadonlyArray<Promise<unknown>>,
  report: (event: LogEvent) => void,
): Promise<void> => {
  const outcomes = await Promise.allSettled(loads)
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []))
  if (reasons.length > 0) report(unavailable(reasons))
}

/** The dependencies of telemetry, and the modules that are still loading. */
interface Sources {
  readonly tracer: Arriving<Tracer.Tracer>
  readonly instruments: Arriving<Instruments>
  readonly loads: ReadonlyArray<Promise<unknown>>
}

const sourcesOf = (settings: TelemetrySettings, load: () => Promise<OpenTelemetry>): Sources => {
  const { defaultAttributes, meter, openTelemetry, tracer } = settings
  const tracerOf = (otel: OpenTelemetry) => otel.tracer(tracer, defaultAttributes)
  const instrumentsOn = (given: Meter) => makeInstruments(meterRecorder(given, defaultAttributes))
  const instrumentsOf = (otel: OpenTelemetry) => instrumentsOn(meter ?? otel.meter())
  if (openTelemetry !== null) {
    return { tracer: arrived(tracerOf(openTelemetry)), instruments: arrived(instrumentsOf(openTelemetry)), loads: [] }
  }
  const loading = load()
  return {
    tracer: arriving(loading.then(tracerOf)),
    // A meter that is given needs nothing else.
    instruments: meter === null ? arriving(loading.then(instrumentsOf)) : arrived(instrumentsOn(meter)),
    loads: [loading],
  }
}

/**
 * Starts telemetry; null when it is not enabled, and then nothing is loaded.
 *
 * @param report - called once when a package is missing
 */
export const makeTelemetry = (
  settings: TelemetrySettings | null,
  report: (event: LogEvent) => void,
  load: () => Promise<OpenTelemetry> = loadInstalled,
): Telemetry | null => {
  if (settings === null) return null
  const { instruments, loads, tracer } = sourcesOf(settings, load)
  const measure = measuring(instruments)
  return {
    observe: (observation) => measure(({ observation: count }) => count(observation)),
    cache: (operation) => measure(({ cache: count }) => count(operation)),
    tracer: Layer.unwrapEffect(Effect.map(Effect.tracer, (first) => Layer.setTracer(eventually(first, tracer)))),
    traced: (stores) => tracedStores(stores, (query) => measure(({ query: count }) => count(query))),
    ready: reportMissing(loads, report),
  }
}
