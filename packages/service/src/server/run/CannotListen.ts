/**
 * Why a server cannot listen, and the fix.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import type { ServerSettings } from "../../options/ServerOptions.js"
import { codeOf, reasonOf } from "../../thrown/Thrown.js"

/** Whether an error is about the port of metrics. */
const isOfMetrics = (error: unknown, port: number, metrics: number | undefined): boolean =>
  metrics !== undefined && metrics !== port && Predicate.hasProperty(error, "port") && error.port === metrics

/** The error of `serve` in words of the operator's. */
export const cannotListen = (
  error: unknown,
  { host, metrics, port }: Pick<ServerSettings, "host" | "port"> & Partial<Pick<ServerSettings, "metrics">>,
): string => {
  if (isOfMetrics(error, port, metrics?.port)) {
    const why = codeOf(error) === "EADDRINUSE" ? "is taken by another program" : `cannot be used: ${reasonOf(error)}`
    return `port ${metrics?.port} for metrics ${why}; choose another with CONSENT_SERVER_METRICS_PORT`
  }
  const place = host === undefined ? `port ${port}` : `${host}, port ${port}`
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return `${place} is taken by another program; choose another with --port or CONSENT_SERVER_PORT`
    case "EACCES":
      return `${place} may not be listened on by this user; choose a port of 1024 or above`
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${place} is not an address of this machine; correct --host or CONSENT_SERVER_HOST`
    default:
      return `cannot listen on ${place}: ${reasonOf(error)}`
  }
}
