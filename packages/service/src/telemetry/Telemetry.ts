/**
 * An instance's traces and metrics. The packages that make them are optional and loaded when telemetry is enabled,
 * beside the start of the service, not before it: requests that come earlier are counted as soon as they are there, and
 * go untraced. Without the packages the service does its work all the same, and the log says what to install.
 *
 * @module
 */
import type { LogEvent, Observation } from "@consent-service/core/ports"
import type * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import type * as OtelApi from "@opentelemetry/api"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { type Bridge, makeDiscreetTracer } from "./DiscreetTracer.js"
import { type Instruments, makeInstruments } from "./Instruments.js"
import type { TelemetrySettings } from "../options/TelemetryOptions.js"
import { tracedStores } from "./TracedStores.js"

/** Where an instance's traces and metrics come from. */
export interface Telemetry {
  /** Counts what it is told. */
  readonly observe: (observation: Observation) => void
  /** Sets Effect's tracer for what is built over it. */
  readonly tracer: Layer.Layer<never>
  /** The stores with a span and a measurement around each operation. */
  readonly traced: <E, R>(stores: Layer.Layer<SqlStores.Stores, E, R>) => Layer.Layer<SqlStores.Stores, E, R>
  /** Resolves when the packages are loaded, or when it is clear that they cannot be; it never rejects. */
  readonly ready: Promise<void>
}

/** How the optional packages are loaded. */
export interface Peers {
  readonly bridge: () => Promise<Bridge>
  readonly api: () => Promise<Pick<typeof OtelApi, "trace" | "metrics">>
}

const installed: Peers = {
  bridge: () => import("@effect/opentelemetry/Tracer"),
  api: () => import("@opentelemetry/api"),
}

/** Under this name the global providers know us. */
const scope = "consent-service"

const loadTracer = async ({ defaultAttributes, tracer }: TelemetrySettings, peers: Peers): Promise<Tracer.Tracer> =>
  makeDiscreetTracer(await peers.bridge(), tracer ?? (await peers.api()).trace.getTracer(scope), defaultAttributes)

const loadInstruments = async ({ defaultAttributes, meter }: TelemetrySettings, peers: Peers): Promise<Instruments> =>
  makeInstruments(meter ?? (await peers.api()).metrics.getMeter(scope), defaultAttributes)

const unavailable = (reasons: ReadonlyArray<string>): LogEvent => ({
  level: "warn",
  event: "telemetry-unavailable",
  failure: [...new Set(reasons)].join("; "),
  remedy: "npm install @effect/opentelemetry @opentelemetry/api",
})

/** What is being loaded: null until it is there, and for good when it cannot be. */
interface Arriving<A> {
  readonly now: () => A | null
  readonly later: Promise<A | null>
}

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

/** Measures at once, or as soon as there is something to measure with. */
const measuring =
  (instruments: Arriving<Instruments>) =>
  (measure: Measure): void => {
    const attempt = (arrived: Instruments | null): void => {
      try {
        if (arrived !== null) measure(arrived)
      } catch {
        // An exporter's trouble is its own: what it was to measure has been done.
      }
    }
    const loaded = instruments.now()
    if (loaded === null) void instruments.later.then(attempt)
    else attempt(loaded)
  }

/** Says once what cannot be loaded. */
const reportMissing = async (
  loads: ReadonlyArray<Promise<unknown>>,
  report: (event: LogEvent) => void,
): Promise<void> => {
  const outcomes = await Promise.allSettled(loads)
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []))
  if (reasons.length > 0) report(unavailable(reasons))
}

/**
 * Starts telemetry; null when it is not enabled, and then nothing is loaded.
 *
 * @param report - is told once when a package is missing
 */
export const makeTelemetry = (
  settings: TelemetrySettings | null,
  report: (event: LogEvent) => void,
  peers: Peers = installed,
): Telemetry | null => {
  if (settings === null) return null
  const tracer = loadTracer(settings, peers)
  const instruments = loadInstruments(settings, peers)
  const untraced = Effect.runSync(Effect.tracer)
  const measure = measuring(arriving(instruments))
  return {
    observe: (observation) => measure(({ observation: count }) => count(observation)),
    tracer: Layer.setTracer(eventually(untraced, arriving(tracer))),
    traced: (stores) => tracedStores(stores, (query) => measure(({ query: count }) => count(query))),
    ready: reportMissing([tracer, instruments], report),
  }
}
