/**
 * An instance's options as its HTTP side takes them.
 *
 * @module
 */
import type { ConsentHttpOptions } from "@consent-service/adapter-http/ConsentHttp"
import type { InstanceOptions } from "@consent-service/core/ports"
import type { ServiceSettings } from "../options/Settings.js"
import { packTools } from "../pack/ZipPack.js"

const documentationOf = ({ openapi }: ServiceSettings): ConsentHttpOptions["documentation"] => {
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

/** The process-wide dependencies. */
export type ProcessOptions = Pick<ConsentHttpOptions, "background" | "tracing"> & {
  /** How late the thread is, in milliseconds. */
  readonly loopDelayMs: () => number
}

/** Translates; decides nothing. */
export const httpOptions = (
  options: ServiceSettings,
  { background, loopDelayMs, tracing }: ProcessOptions,
): Omit<ConsentHttpOptions, "compression"> => {
  const { ipAddressHeaders: headers, masking, tracking } = options.ipAddress
  const { maxBodyBytes, maxConcurrentSaves: maxConcurrent, maxQueuedSaves: maxQueued } = options.limits
  return {
    manifestCache: options.manifestCache,
    addresses: { headers, masking, tracking, trustedProxies: options.trustedProxies, edgeKeys: options.edgeKeys },
    apiKeys: options.apiKeys,
    version: options.version,
    basePath: options.basePath,
    trustedOrigins: options.trustedOrigins,
    maxBodyBytes,
    admission: { maxConcurrent, maxQueued, loopDelayMs },
    rateLimit: options.rateLimit,
    sessionsNeedKey: options.sessions?.apiKey ?? false,
    evidence: options.evidence === null ? null : { public: options.evidence.public },
    gvl: options.gvl,
    script: options.script.enabled ? options.script : null,
    documentation: documentationOf(options),
    packTools,
    background,
    tracing,
  }
}

/** The settings that a service and its edge have in common, of which an instance is made. */
type InstanceSettings = Pick<ServiceSettings, "disableGeoLocation" | "hosting" | "manifest" | "tokens"> & {
  readonly limits: Pick<ServiceSettings["limits"], "maxActsPerSubject">
}

/** The configuration of the use cases, the tokens and the HTTP side. */
export const instanceOptions = ({
  disableGeoLocation,
  hosting,
  limits,
  manifest,
  tokens,
}: InstanceSettings): InstanceOptions => ({
  manifest,
  hosting,
  geolocation: !disableGeoLocation,
  tokens,
  maxActsPerSubject: limits.maxActsPerSubject,
})
