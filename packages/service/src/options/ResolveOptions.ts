/**
 * Fills in the defaults of checked options (service.md, "Instance configuration").
 *
 * @module
 */
import { type GvlSettings, resolveGvl } from "@consent-service/adapter-gvl/GvlOptions"
import { defaultAddressHeaders } from "@consent-service/adapter-http/request/ClientAddress"
import { officialGvlEndpoint } from "@consent-service/core/vendor/DeclaredVendor"
import { type CachePort, toCachePort } from "../cache/ExternalCache.js"
import { fromLogger, type LoggerOptions, resolveObservability } from "../logging/ObservabilityOptions.js"
import { resolveTelemetry } from "../telemetry/TelemetryOptions.js"
import { resolveBackground } from "./BackgroundOption.js"
import { resolveLimits, resolveRateLimit } from "./LimitOptions.js"
import type { InstanceOptions, ResolvedOptions } from "./Options.js"
import { resolveOpenApi, resolveScript } from "./SurfaceOptions.js"
import { resolveTokens } from "./TokenOptions.js"

/** Options in which every older name that has a successor has been brought to it. */
export interface FoldedInstanceOptions extends InstanceOptions {
  readonly logger?: LoggerOptions
}

/** Seconds for a cache header: floored, or the default for what is no duration. */
const seconds = (value: number | undefined, fallback: number): number =>
  value !== undefined && Number.isFinite(value) && value >= 0 ? Math.floor(value) : fallback

const publicCache = (options: InstanceOptions["manifestCache"] = {}): ResolvedOptions["manifestCache"] => ({
  sMaxAge: seconds(options.sMaxAge, 300),
  staleWhileRevalidate: seconds(options.staleWhileRevalidate, 86_400),
})

const addresses = (options: InstanceOptions["ipAddress"] = {}): ResolvedOptions["ipAddress"] => ({
  tracking: options.tracking ?? true,
  masking: options.masking ?? true,
  ipAddressHeaders: (options.ipAddressHeaders ?? defaultAddressHeaders).map((name) => name.toLowerCase()),
})

const vendorLists = (
  { gvl, manifest }: Pick<InstanceOptions, "gvl" | "manifest">,
  shared: CachePort | null,
): GvlSettings<CachePort> | null => {
  if (gvl === undefined) return null
  const { cache, ...options } = gvl
  const own = cache === undefined ? shared : toCachePort(cache)
  return resolveGvl<CachePort>(
    own === null ? options : { ...options, cache: own },
    manifest?.iab?.endpoint ?? officialGvlEndpoint,
  )
}

/** Fills in the defaults. */
export const resolveOptions = (options: FoldedInstanceOptions): ResolvedOptions => {
  const cache = options.cache === undefined ? null : toCachePort(options.cache)
  const basePath = options.basePath ?? ""
  return {
    database: options.database,
    tablePrefix: options.tablePrefix ?? null,
    manifest: options.manifest ?? {},
    manifestCache: publicCache(options.manifestCache),
    basePath,
    trustedOrigins: options.trustedOrigins ?? [],
    tenantId: options.tenantId ?? null,
    requireTenantId: options.requireTenantId ?? false,
    hosting: options.hosting ?? "self-hosted",
    apiKeys: options.apiKeys ?? [],
    ipAddress: addresses(options.ipAddress),
    tokens: resolveTokens(options),
    disableGeoLocation: options.disableGeoLocation ?? false,
    gvl: vendorLists(options, cache),
    cache,
    openapi: resolveOpenApi(options.openapi, basePath),
    script: resolveScript(options.script),
    limits: resolveLimits(options.limits),
    rateLimit: resolveRateLimit(options.rateLimit, cache, options.ipAddress?.ipAddressHeaders),
    background: resolveBackground(options.background),
    version: options.version ?? "0.0.0",
    observability: resolveObservability(
      options.observability,
      options.logger === undefined ? {} : fromLogger(options.logger),
    ),
    sessions: options.sessions ?? null,
    telemetry: resolveTelemetry(options.telemetry),
  }
}
