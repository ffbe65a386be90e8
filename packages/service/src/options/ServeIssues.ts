/**
 * What is wrong with the options of `serve`.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"

/** The members as a JavaScript caller may give them. */
export interface GivenServeOptions {
  readonly port?: unknown
  readonly host?: unknown
  readonly maxConnections?: unknown
  readonly graceMs?: unknown
  readonly metrics?: unknown
}

const isWhole = (value: unknown, least: number, most: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most

/** Ports come from the environment, as text; Node takes it. */
const isPort = (value: unknown): boolean =>
  isWhole(typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : value, 0, 65_535)

const isHost = (value: unknown): boolean => value === undefined || (typeof value === "string" && value.trim() !== "")

const most = 2_147_483_647

/** What is wrong with where metrics are served. */
const metricsIssues = (metrics: unknown): ReadonlyArray<ConfigurationIssue> => {
  if (metrics === undefined) return []
  if (!Predicate.isRecord(metrics)) return [{ option: "metrics", message: "must be an object with port and host" }]
  const { host, port, ...others } = metrics
  return [
    ...(isPort(port)
      ? []
      : [{ option: "metrics.port", message: "must be a whole number, 0 to 65535; 0 takes any free port" }]),
    ...(isHost(host) ? [] : [{ option: "metrics.host", message: "must be a host name or address of this machine" }]),
    ...Object.keys(others).map((name) => ({ option: `metrics.${name}`, message: "is not an option" })),
  ]
}

/** Every wrong member, in the order of the documentation. A limit that is not a number would be no limit. */
export const serveIssues = (options: GivenServeOptions): ReadonlyArray<ConfigurationIssue> => {
  const { graceMs, host, maxConnections, port } = options
  const issues: Array<ConfigurationIssue> = []
  if (!isPort(port))
    issues.push({ option: "port", message: "must be a whole number, 0 to 65535; 0 takes any free port" })
  if (!isHost(host)) {
    issues.push({ option: "host", message: "must be a host name or address of this machine" })
  }
  if (maxConnections !== undefined && !isWhole(maxConnections, 1, most)) {
    issues.push({ option: "maxConnections", message: `must be a whole number of connections, 1 to ${most}` })
  }
  if (graceMs !== undefined && !isWhole(graceMs, 0, most)) {
    issues.push({ option: "graceMs", message: `must be a whole number of milliseconds, 0 to ${most}` })
  }
  return [...issues, ...metricsIssues(options.metrics)]
}
