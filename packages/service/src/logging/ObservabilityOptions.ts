/**
 * The `observability` option: what is logged, and where to (service.md, "Instance configuration"; wire.md 6), and the
 * older `logger` in its terms (contract decision 28).
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Callback, field, NonBlank, says } from "../options/Shape.js"
import { type LogEvent, type LogLevel, logLevels, type Severity } from "./LogEvent.js"

/** What is logged, and where to. Whatever is logged is redacted: no address, account, subject id, token or key. */
export interface ObservabilityOptions {
  /**
   * The least grave event that is logged. Default `warn`: requests answered 400 or above. `inherit` is what the older
   * `logger` says, else the default.
   */
  readonly level?: LogLevel | "inherit"
  /** A name that every event carries as `service`. */
  readonly service?: string
  /** The only routes whose requests are logged, like `/subjects/:id`. A request answered 500 or above always is. */
  readonly include?: ReadonlyArray<string>
  /** Routes whose requests are not logged, like `/status`. A request answered 500 or above always is. */
  readonly exclude?: ReadonlyArray<string>
  /** Decides on an event that would not be logged; `true` logs it. Not asked when the level is `silent`. */
  readonly keep?: (event: LogEvent) => boolean
  /** Gives an event more fields: JSON data. They never replace its own; when it fails, the event goes without. */
  readonly enrich?: (event: LogEvent) => Readonly<Record<string, unknown>>
  /** Takes every logged event. Default: one JSON line each on the console. When it fails, the console is told. */
  readonly drain?: (event: LogEvent) => unknown
  /** Events are always redacted; accepted for configurations that say so. */
  readonly redact?: true
}

/** {@link ObservabilityOptions} with every default filled in. */
export interface Observability {
  readonly level: LogLevel
  readonly service: string | null
  /** Null includes every route, and requests that matched none. */
  readonly include: ReadonlySet<string> | null
  readonly exclude: ReadonlySet<string>
  readonly keep: ((event: LogEvent) => boolean) | null
  readonly enrich: ((event: LogEvent) => unknown) | null
  readonly drain: ((event: LogEvent) => unknown) | null
}

const Templates = Schema.Array(Schema.String.pipe(Schema.startsWith("/"))).annotations(
  says("must be an array of route templates, like /status or /subjects/:id"),
)

/** The shape of {@link ObservabilityOptions}. */
export const ObservabilityShape = Schema.Struct({
  level: field(
    Schema.Literal(...logLevels, "inherit").annotations(says(`must be one of ${logLevels.join(", ")}, inherit`)),
  ),
  service: field(NonBlank),
  include: field(Templates),
  exclude: field(Templates),
  keep: field(Callback),
  enrich: field(Callback),
  drain: field(Callback),
  redact: field(Schema.Literal(true).annotations(says("cannot be turned off: log events are always redacted"))),
})

/**
 * Fills in the defaults of checked options.
 *
 * @param older - what {@link fromLogger} made of the older option; each of today's options goes before it
 */
export const resolveObservability = (
  options: ObservabilityOptions = {},
  older: Pick<ObservabilityOptions, "level" | "drain"> = {},
): Observability => {
  const levels = [options.level, older.level]
  return {
    level: levels.find((each) => each !== undefined && each !== "inherit") ?? "warn",
    service: options.service ?? null,
    include: options.include === undefined ? null : new Set(options.include),
    exclude: new Set(options.exclude),
    keep: options.keep ?? null,
    enrich: options.enrich ?? null,
    drain: options.drain ?? older.drain ?? null,
  }
}

const olderLevels = [...logLevels, "debug"] as const

/** The older `logger` option. */
export interface LoggerOptions {
  /** `debug` is `info` today. */
  readonly level?: (typeof olderLevels)[number]
  /** Takes every event, after its level and name. */
  readonly log?: (level: Severity, message: string, event: LogEvent) => unknown
  /** Takes every event; goes before `log`. */
  readonly drain?: (event: LogEvent) => unknown
}

/** The shape of {@link LoggerOptions}. */
export const LoggerShape = Schema.Struct({
  level: field(Schema.Literal(...olderLevels).annotations(says(`must be one of ${olderLevels.join(", ")}`))),
  log: field(Callback),
  drain: field(Callback),
})

const drainOf = ({ drain, log }: LoggerOptions): Pick<ObservabilityOptions, "drain"> => {
  if (drain !== undefined) return { drain }
  return log === undefined ? {} : { drain: (event) => log(event.level, event.event, event) }
}

/** The older option in today's terms. */
export const fromLogger = (logger: LoggerOptions): Pick<ObservabilityOptions, "level" | "drain"> => ({
  ...(logger.level === undefined ? {} : { level: logger.level === "debug" ? "info" : logger.level }),
  ...drainOf(logger),
})
