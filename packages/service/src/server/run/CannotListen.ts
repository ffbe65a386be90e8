/**
 * Why `consent-service serve` cannot listen, and the flags and variables that fix it.
 *
 * @module
 */
import { CannotListenError } from "../../listen/CannotListen.js"
import { reasonOf } from "../../thrown/Thrown.js"

const flags = { port: "--port or CONSENT_SERVER_PORT", host: "--host or CONSENT_SERVER_HOST" }

const variables = { port: "CONSENT_SERVER_METRICS_PORT", host: "CONSENT_SERVER_METRICS_HOST" }

/** The error of `serve` in words of the operator's. */
export const cannotListen = (error: unknown): string =>
  error instanceof CannotListenError
    ? error.messageFor(error.place.isForMetrics ? variables : flags)
    : `cannot start the server: ${reasonOf(error)}`
