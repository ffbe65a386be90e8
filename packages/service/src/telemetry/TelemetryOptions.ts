/**
 * The `telemetry` option: traces and metrics through OpenTelemetry (service.md, "Instance configuration"; wire.md 6).
 *
 * @module
 */
import type { Attributes, Meter, Tracer } from "@opentelemetry/api"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { field, Flag, passing } from "../options/Shape.js"

/**
 * Traces and metrics. Needs the packages `@effect/opentelemetry` and `@opentelemetry/api`, which are loaded only when
 * it is enabled. Neither spans nor metrics say anything of a visitor.
 */
export interface TelemetryOptions {
  /** Default `false`. */
  readonly enabled?: boolean
  /** Default: one of the global provider. */
  readonly tracer?: Tracer
  /** Default: one of the global provider, which must have been registered before the service is built. */
  readonly meter?: Meter
  /** Attributes of every span and measurement. */
  readonly defaultAttributes?: Attributes
}

/** Telemetry that is enabled; null stands for what the global providers have. */
export interface TelemetrySettings {
  readonly tracer: Tracer | null
  readonly meter: Meter | null
  readonly defaultAttributes: Attributes
}

const having = (...operations: ReadonlyArray<string>) => {
  const has = (value: unknown): boolean =>
    Predicate.isObject(value) &&
    operations.every((name) => Predicate.hasProperty(value, name) && Predicate.isFunction(value[name]))
  return passing(has, `must be an object of @opentelemetry/api, with ${operations.join(", ")}`)
}

const isScalar = Predicate.or(Predicate.or(Predicate.isString, Predicate.isNumber), Predicate.isBoolean)

/** The shape of {@link TelemetryOptions}. */
export const TelemetryShape = Schema.Struct({
  enabled: field(Flag),
  tracer: field(having("startSpan")),
  meter: field(having("createCounter", "createHistogram")),
  defaultAttributes: field(
    passing(
      (value) => Predicate.isRecord(value) && Object.values(value).every(isScalar),
      "must be an object whose values are strings, numbers, true or false",
    ),
  ),
})

/** Fills in the defaults of checked options; null when telemetry is not enabled. */
export const resolveTelemetry = (options: TelemetryOptions = {}): TelemetrySettings | null => {
  const { defaultAttributes = {}, enabled = false, meter = null, tracer = null } = options
  return enabled ? { tracer, meter, defaultAttributes } : null
}
