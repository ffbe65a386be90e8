/**
 * The startup message of a server.
 *
 * @module
 */
import { showOptions, type ShownOptions } from "../../options/ShownOptions.js"
import type { ServerConfiguration } from "../ServerConfiguration.js"

/** Features that a default configuration disables, each with the option that enables it. */
const offFeatures = ({ apiKeys, gvl, manifest, rateLimit, telemetry, tokens }: ShownOptions): ReadonlyArray<string> =>
  [
    manifest?.policyRules === undefined ? "policy rules, so no banner (manifest.policyRules)" : null,
    apiKeys.length === 0 ? "administrative routes (apiKeys)" : null,
    tokens.policySnapshot === null ? "signed policy snapshots (policySnapshot)" : null,
    gvl === null ? "vendor lists (gvl)" : null,
    rateLimit === null ? "rate limits (rateLimit)" : null,
    telemetry === null ? "telemetry (telemetry)" : null,
  ].filter((feature) => feature !== null)

const reloadLine = ({ server }: ServerConfiguration): string =>
  server.watch ? "when the configuration changes, and on SIGHUP" : `kill -HUP ${process.pid}, or start with --watch`

/** The specifics of this start. */
export interface Started {
  readonly url: string
  /** Reaches the metrics; null where none are served. */
  readonly metricsUrl: string | null
  readonly configuration: ServerConfiguration
  /** The state of the database. */
  readonly database: string
  /** How many processes serve. */
  readonly workers: number
}

/** Address, configuration, database, enabled and disabled features. */
export const startLines = ({ configuration, database, metricsUrl, url, workers }: Started): ReadonlyArray<string> => {
  const options = showOptions(configuration.checked.options)
  const { basePath, database: named, openapi, script, version } = options
  const base = `${url}${basePath}`
  const off = offFeatures(options)
  return [
    `consent-service ${version} listens on ${base}`,
    `  configuration  ${configuration.file ?? "none; `consent-service init` writes one"}`,
    `  database       ${typeof named === "string" ? named : "custom"} (${database})`,
    ...(workers === 1 ? [] : [`  workers        ${workers}`]),
    `  reload         ${reloadLine(configuration)}`,
    ...(script.enabled ? [`  script tag     <script src="${base}${script.path}"></script>`] : []),
    ...(openapi.enabled ? [`  API            ${base}${openapi.docsPath}`] : []),
    ...(metricsUrl === null ? [] : [`  metrics        ${metricsUrl}/metrics`]),
    ...(off.length === 0 ? [] : [`  off            ${off.join(", ")}`]),
    ...configuration.notices.map((notice) => `  notice         ${notice}`),
  ]
}
