/**
 * Starts a server from its configuration: the database first, then the instance, then the port. Whatever fails leaves
 * nothing running.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { type ConsentService, createConsentService } from "../ConsentService.js"
import { serve, type ServedConsents } from "../node.js"
import type { ShownOptions } from "../options/ShownOptions.js"
import { databaseState, DatabaseState } from "./DatabaseState.js"
import { codeOf } from "./ErrorCode.js"
import { loadMetrics } from "./LoadMetrics.js"
import { defaultDatabase, type ServerConfiguration, type ServerSettings } from "./ServerConfiguration.js"

/** A server that is running. */
export interface StartedServer {
  readonly served: ServedConsents
  /** What it serves, for the person who started it. */
  readonly lines: ReadonlyArray<string>
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ")

const migrated = async (service: ConsentService): Promise<Either.Either<string, string>> => {
  try {
    const ran = await service.migrate()
    return Either.right(ran.length === 0 ? "up to date" : `${ran.length} migrations applied`)
  } catch (error) {
    return Either.left(`cannot migrate: ${reasonOf(error)}`)
  }
}

/** Brings the database up to date, or says why it cannot be served from. */
const prepare = async (
  service: ConsentService,
  { options }: ServerConfiguration,
  migrate: boolean,
): Promise<Either.Either<string, string>> => {
  if (migrate || options.database === defaultDatabase) return migrated(service)
  return DatabaseState.$match(await databaseState(options), {
    Ready: () => Either.right("up to date"),
    Unknown: ({ why }) => Either.right(`not checked: ${why}`),
    Behind: ({ pending }) =>
      Either.left(
        `the database lacks ${pending} migrations: run \`consent-service migrate\` first, or start with --migrate`,
      ),
    Unfit: ({ why }) => Either.left(`the database ${why}`),
  })
}

/** Whether an error is about the port of metrics. */
const isOfMetrics = (error: unknown, { metrics, port }: ServerSettings): boolean =>
  metrics !== undefined && metrics.port !== port && Predicate.hasProperty(error, "port") && error.port === metrics.port

const cannotListen = (error: unknown, server: ServerSettings): string => {
  if (isOfMetrics(error, server)) {
    return `port ${server.metrics?.port} for metrics: ${reasonOf(error)}; choose another with CONSENT_SERVER_METRICS_PORT`
  }
  const { host, port } = server
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

/** What a default configuration leaves off, each with the option that turns it on. */
const offFeatures = ({ apiKeys, gvl, rateLimit, telemetry, tokens }: ShownOptions): ReadonlyArray<string> =>
  [
    apiKeys.length === 0 ? "administrative routes (apiKeys)" : null,
    tokens.policySnapshot === null ? "signed policy snapshots (policySnapshot)" : null,
    gvl === null ? "vendor lists (gvl)" : null,
    rateLimit === null ? "rate limits (rateLimit)" : null,
    telemetry === null ? "telemetry (telemetry)" : null,
  ].filter((feature) => feature !== null)

const linesOf = (
  { metricsUrl, url }: ServedConsents,
  service: ConsentService,
  configuration: ServerConfiguration,
  database: string,
): ReadonlyArray<string> => {
  const { database: named, basePath, openapi, script } = service.options
  const base = `${url}${basePath}`
  const off = offFeatures(service.options)
  return [
    `consent-service ${service.options.version} listens on ${base}`,
    `  configuration  ${configuration.file ?? "none; `consent-service init` writes one"}`,
    `  database       ${typeof named === "string" ? named : "custom"} (${database})`,
    ...(script.enabled ? [`  script tag     <script src="${base}${script.path}"></script>`] : []),
    ...(openapi.enabled ? [`  API            ${base}${openapi.docsPath}`] : []),
    ...(metricsUrl === null ? [] : [`  metrics        ${metricsUrl}/metrics`]),
    ...(off.length === 0 ? [] : [`  off            ${off.join(", ")}`]),
    ...configuration.notices.map((notice) => `  notice         ${notice}`),
  ]
}

/**
 * Starts a server.
 *
 * @param migrate - whether to bring the database up to date first
 * @returns the server, or why it does not run, in one line
 */
export const runServer = async (
  configuration: ServerConfiguration,
  migrate: boolean,
): Promise<Either.Either<StartedServer, string>> => {
  const metrics = configuration.server.metrics === undefined ? Either.right(null) : await loadMetrics()
  if (Either.isLeft(metrics)) return Either.left(metrics.left)
  const service = createConsentService(
    metrics.right === null ? configuration.options : { ...configuration.options, metrics: metrics.right },
  )
  const database = await prepare(service, configuration, migrate)
  if (Either.isLeft(database)) {
    await service.dispose()
    return Either.left(database.left)
  }
  try {
    const served = await serve(service, configuration.server)
    return Either.right({ served, lines: linesOf(served, service, configuration, database.right) })
  } catch (error) {
    await service.dispose()
    return Either.left(cannotListen(error, configuration.server))
  }
}
