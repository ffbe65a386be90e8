/**
 * An instance's options as its HTTP side takes them.
 *
 * @module
 */
import type { ConsentHttpOptions } from "@consent-service/adapter-http/ConsentHttp"
import type { ResolvedOptions } from "../options/Options.js"

const documentationOf = ({ openapi }: ResolvedOptions): ConsentHttpOptions["documentation"] => {
  if (!openapi.enabled) return null
  const { customUiTemplate, docsPath, info, security, securitySchemes, servers, specPath, title } = openapi
  return {
    specPath,
    docsPath,
    title,
    servers,
    info,
    securitySchemes,
    security: security ?? undefined,
    template: customUiTemplate ?? undefined,
  }
}

/** What the process lends. */
export type ProcessOptions = Pick<ConsentHttpOptions, "background" | "tracing"> & {
  /** How late the thread is, in milliseconds. */
  readonly loopDelayMs: () => number
}

/** Translates; decides nothing. */
export const httpOptions = (
  options: ResolvedOptions,
  { background, loopDelayMs, tracing }: ProcessOptions,
): ConsentHttpOptions => {
  const { ipAddressHeaders: headers, masking, tracking } = options.ipAddress
  const { maxBodyBytes, maxConcurrentSaves: maxConcurrent, maxQueuedSaves: maxQueued } = options.limits
  return {
    manifest: options.manifest,
    hosting: options.hosting,
    geolocation: !options.disableGeoLocation,
    manifestCache: options.manifestCache,
    addresses: { headers, masking, tracking },
    tokens: options.tokens,
    apiKeys: options.apiKeys,
    tenant: options.tenantId,
    version: options.version,
    basePath: options.basePath,
    trustedOrigins: options.trustedOrigins,
    maxBodyBytes,
    admission: { maxConcurrent, maxQueued, loopDelayMs },
    rateLimit: options.rateLimit,
    networkHeaders: options.rateLimit?.networkHeaders ?? null,
    gvl: options.gvl,
    script: options.script.enabled ? options.script : null,
    documentation: documentationOf(options),
    background,
    tracing,
  }
}
