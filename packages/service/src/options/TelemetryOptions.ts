/**
 * The `telemetry` option: traces and metrics through OpenTelemetry.
 *
 * @module
 */
import {
  type Authored,
  Flag,
  foreign,
  type OptionGroup,
  orNull,
  type Resolved,
  resolving,
  withDefault,
} from "@consent-service/core/authored"
// oxlint-disable-next-line typescript/ban-ts-comment -- an error is expected only where the peer is absent.
/** @ts-ignore: an optional peer; the published declarations must compile where it is not installed. */
import type { Attributes, Meter, Tracer } from "@opentelemetry/api"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as EffectTracer from "effect/Tracer"

/** The `openTelemetry` of `consent-service/otel`. */
export interface OpenTelemetry {
  /**
   * Effect's tracer over OpenTelemetry's.
   *
   * @param tracer - null for the global provider's
   * @param common - attributes of every span
   */
  readonly tracer: (tracer: Tracer | null, common: Attributes) => EffectTracer.Tracer
  /** The global provider's meter. */
  readonly meter: () => Meter
}

const having = <A>(...operations: ReadonlyArray<string>) =>
  foreign<A>(
    (value) =>
      Predicate.isObject(value) &&
      operations.every((name) => Predicate.hasProperty(value, name) && Predicate.isFunction(value[name])),
    `must be an object of @opentelemetry/api, with ${operations.join(", ")}`,
  )

const isScalar = Predicate.or(Predicate.or(Predicate.isString, Predicate.isNumber), Predicate.isBoolean)

const isAttributes = (value: unknown): boolean =>
  Predicate.isRecord(value) && Object.values(value).every((each) => isScalar(each))

const fields = {
  /**
   * Sends traces and metrics through OpenTelemetry. Needs the packages `@effect/opentelemetry` and `@opentelemetry/api`,
   * which are loaded only then.
   *
   * @default `false`
   */
  enabled: withDefault(Flag, false),
  /**
   * Where spans go.
   *
   * @default the global provider's
   */
  tracer: orNull(having<Tracer>("startSpan")),
  /**
   * Where metrics go. A global provider must be registered before the service is built.
   *
   * @default the global provider's
   */
  meter: orNull(having<Meter>("createCounter", "createHistogram")),
  /**
   * `openTelemetry` of `consent-service/otel`, for bundled programs: a bundler cannot find modules that are loaded at run time.
   *
   * @default loaded when enabled
   */
  openTelemetry: orNull(
    foreign<OpenTelemetry>(
      (value) => Predicate.isRecord(value) && ["tracer", "meter"].every((name) => Predicate.isFunction(value[name])),
      "must be openTelemetry of consent-service/otel",
    ),
  ),
  /**
   * Attributes of every span and measurement.
   *
   * @default none
   */
  defaultAttributes: withDefault(
    foreign<Attributes>(isAttributes, "must be an object whose values are strings, numbers, true or false"),
    {},
  ),
}

/** Traces and metrics. Neither contains anything about a visitor. */
export interface TelemetryOptions extends Authored<typeof fields>, OptionGroup {}

/** Telemetry that is enabled. A tracer or meter that is null is the global provider's. */
export interface TelemetrySettings extends Omit<Resolved<typeof fields>, "enabled"> {}

/** Its settings are null while telemetry is disabled. */
export const TelemetryOptions: Schema.Schema<TelemetrySettings | null, TelemetryOptions> = resolving(
  Schema.Struct(fields),
  ({ enabled, ...settings }) => (enabled ? settings : null),
)
