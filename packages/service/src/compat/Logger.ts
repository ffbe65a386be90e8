/**
 * The older `logger` option, which `observability` replaces.
 *
 * @module
 */
import { type LogEvent, type LogLevel, logLevels, type Severity } from "@consent-service/core/ports"
import { type Authored, callback, type OptionGroup, says } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"

const levels = [...logLevels, "debug"] as const

const fields = {
  /** `debug` is `info` today. */
  level: Schema.optional(Schema.Literal(...levels).annotations(says(`must be one of ${levels.join(", ")}`))),
  /** Receives every event, after its level and name. */
  log: Schema.optional(callback<(level: Severity, message: string, event: LogEvent) => unknown>()),
  /** Receives every event; `log` is not called then. */
  drain: Schema.optional(callback<(event: LogEvent) => unknown>()),
}

/** The older `logger` option. */
export interface LoggerOptions extends Authored<typeof fields>, OptionGroup {}

export const LoggerOptions: Schema.Schema<LoggerOptions> = Schema.Struct(fields)

/** The members of `observability` that a `logger` decides. */
export interface LoggerSuccessor {
  readonly level?: LogLevel
  readonly drain?: (event: LogEvent) => unknown
}

const drainOf = ({ drain, log }: LoggerOptions): LoggerSuccessor => {
  if (drain !== undefined) return { drain }
  return log === undefined ? {} : { drain: (event) => log(event.level, event.event, event) }
}

/** The older option in today's terms. */
export const fromLogger = (logger: LoggerOptions): LoggerSuccessor => ({
  ...(logger.level === undefined ? {} : { level: logger.level === "debug" ? "info" : logger.level }),
  ...drainOf(logger),
})
