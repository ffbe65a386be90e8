/**
 * Where a server listens and how it runs: the options of `serve`, and the group `server` of a configuration, which has
 * more of them.
 *
 * @module
 */
import {
  type Authored,
  Flag,
  group,
  NonBlank,
  optional,
  type OptionGroup,
  type Resolved,
  resolving,
  says,
  whole,
  withDefault,
} from "@consent-service/core/authored"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"
import { decodeOptions } from "../configuration/DecodeOptions.js"

/** The defaults of `serve`. */
export const serveDefaults = { maxConnections: 4_096, graceMs: 8_000 }

const mostPort = 65_535

/** Ports come from the environment as strings. */
const Port = resolving(
  Schema.Union(
    Schema.Int.pipe(Schema.between(0, mostPort)),
    Schema.String.pipe(
      Schema.pattern(/^\d{1,5}$/),
      Schema.filter((text) => Number(text) <= mostPort),
    ),
  ).annotations(says(`must be a whole number, 0 to ${mostPort}; 0 takes any free port`)),
  Number,
)

const Host = NonBlank.annotations(says("must be a host name or address of this machine"))

/** The largest delay of Node's timers. */
const most = 2_147_483_647

const Connections = whole("connections", 1, most)
const Grace = whole("milliseconds", 0, most)

const mostWorkers = 1_024

const Workers = Schema.Union(Schema.Int.pipe(Schema.between(1, mostWorkers)), Schema.Literal("auto")).annotations(
  says(`must be a whole number of workers, 1 to ${mostWorkers}, or auto`),
)

const metricsFields = {
  /**
   * The port of `GET /metrics` for Prometheus, which answers the probes too; without it none is opened. Needs the package
   * `prom-client`.
   *
   * @default none
   */
  port: optional(Port),
  /**
   * The address that metrics are served on; `0.0.0.0` in a container.
   *
   * @default `127.0.0.1`
   */
  host: optional(Host),
}

/** Where metrics are served. */
export interface MetricsOptions extends Authored<typeof metricsFields>, OptionGroup {}

/** {@link MetricsOptions} as decoded. */
export interface MetricsSettings extends Resolved<typeof metricsFields> {}

const Metrics: Schema.Schema<MetricsSettings, MetricsOptions> = Schema.Struct(metricsFields)

const fields = {
  /**
   * The port; 0 takes any free one.
   *
   * @default `8787`
   */
  port: withDefault(Port, 8_787),
  /**
   * A host name or address of this machine; `127.0.0.1` accepts connections from this machine only.
   *
   * @default all interfaces
   */
  host: optional(Host),
  /**
   * The most open connections of a process; more are closed as they arrive.
   *
   * @default `4096`
   */
  maxConnections: withDefault(Connections, serveDefaults.maxConnections),
  /**
   * How long running requests may take once the server is stopping, in milliseconds.
   *
   * @default `8000`
   */
  graceMs: withDefault(Grace, serveDefaults.graceMs),
  /**
   * How many processes serve. `auto` takes one for each core on PostgreSQL and MySQL, and one on SQLite, where more are
   * refused.
   *
   * @default `1`
   */
  workers: withDefault(Workers, 1),
  /**
   * Whether a changed configuration file, one of the files it imports, or a changed `.env` reloads the configuration as
   * SIGHUP does.
   *
   * @default `false`
   */
  watch: withDefault(Flag, false),
  /** Where metrics are served. An address alone opens no port: an image may come with one. */
  metrics: group(Metrics),
}

/** The group `server` of a configuration. */
export interface ServerOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link ServerOptions} with defaults. */
export interface ServerSettings extends Resolved<typeof fields> {}

export const ServerOptions: Schema.Schema<ServerSettings, ServerOptions> = Schema.Struct(fields)

const decodeServe = decodeOptions(
  Schema.Struct({
    port: Port,
    host: fields.host,
    maxConnections: fields.maxConnections,
    graceMs: fields.graceMs,
    metrics: Schema.optional(Schema.Struct({ port: Port, host: metricsFields.host })),
  }),
)

/** The options of `serve` as a JavaScript caller may give them. */
export interface GivenServeOptions {
  readonly port?: unknown
  readonly host?: unknown
  readonly maxConnections?: unknown
  readonly graceMs?: unknown
  readonly metrics?: unknown
}

/** Every invalid option of `serve`, in the order of the documentation. An invalid limit would be no limit. */
export const serveIssues = (options: GivenServeOptions): ReadonlyArray<ConfigurationIssue> => {
  const { graceMs, host, maxConnections, metrics, port } = options
  return Either.match(decodeServe({ port, host, maxConnections, graceMs, metrics }), {
    onLeft: (issues) => issues,
    onRight: () => [],
  })
}
