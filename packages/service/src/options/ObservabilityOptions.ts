/**
 * The `observability` option: what is logged, and where.
 *
 * @module
 */
import { type LogEvent, type LogLevel, logLevels } from "@consent-service/core/ports"
import {
  type Authored,
  callback,
  NonBlank,
  type OptionGroup,
  orNull,
  type Resolved,
  resolving,
  says,
  withDefault,
} from "@consent-service/core/authored"
import * as Schema from "effect/Schema"

const usualLevel: LogLevel = "warn"

const Level = resolving(
  Schema.Literal(...logLevels, "inherit").annotations(says(`must be one of ${logLevels.join(", ")}, inherit`)),
  (level): LogLevel => (level === "inherit" ? usualLevel : level),
)

const Templates = resolving(
  Schema.Array(Schema.String.pipe(Schema.startsWith("/"))).annotations(
    says("must be an array of route templates, like /status or /subjects/:id"),
  ),
  (templates): ReadonlySet<string> => new Set(templates),
)

const Redacted = Schema.Literal(true).annotations(says("cannot be turned off: log events are always redacted"))

const fields = {
  /**
   * The least severe event that is logged: `silent`, `error` (answers from 500), `warn` (from 400), `info` (all).
   * `inherit` is the default.
   *
   * @default `warn`
   */
  level: withDefault(Level, usualLevel),
  /**
   * A name that every event carries as `service`.
   *
   * @default none
   */
  service: orNull(NonBlank),
  /**
   * The only routes whose requests are logged, like `/subjects/:id`. A request answered 500 or above always is.
   *
   * @default all
   */
  include: orNull(Templates),
  /**
   * Routes whose requests are not logged, like `/status`. A request answered 500 or above always is.
   *
   * @default none
   */
  exclude: withDefault(Templates, new Set()),
  /**
   * Decides on an event that would not be logged; `true` logs it. Not called when the level is `silent`.
   *
   * @default none
   */
  keep: orNull(callback<(event: LogEvent) => boolean>()),
  /**
   * Returns more fields for an event: JSON data. They never replace the event's fields; when it fails, the event is
   * logged without them.
   *
   * @default none
   */
  enrich: orNull(callback<(event: LogEvent) => Readonly<Record<string, unknown>>>()),
  /**
   * Receives every logged event, instead of one JSON line each on the console. Its failures are logged on the console.
   *
   * @default the console
   */
  drain: orNull(callback<(event: LogEvent) => unknown>()),
  /**
   * Events are always redacted: no address, account, subject id, token or key is logged. This cannot be turned off.
   *
   * @default `true`
   */
  redact: withDefault(Redacted, true),
}

/** What is logged, and where. */
export interface ObservabilityOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link ObservabilityOptions} with defaults; `include` is null for every route, and requests that match none. */
export interface ObservabilitySettings extends Omit<Resolved<typeof fields>, "redact" | "enrich"> {
  /** Its result is untrusted. */
  readonly enrich: ((event: LogEvent) => unknown) | null
}

export const ObservabilityOptions: Schema.Schema<ObservabilitySettings, ObservabilityOptions> = resolving(
  Schema.Struct(fields),
  ({ redact: _, ...settings }): ObservabilitySettings => settings,
)
