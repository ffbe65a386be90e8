/**
 * The settings of an instance: its options with every default, including those that depend on other options.
 *
 * @module
 */
import type { GvlSettings } from "@consent-service/adapter-gvl/GvlOptions"
import type { ScriptSettings } from "@consent-service/adapter-http/script"
import { defaultAddressHeaders, forwardedHeaders, normalizeBasePath } from "@consent-service/adapter-http/request"
import { type Limits, resolveLimits } from "@consent-service/adapter-http/limit"
import type { TokenSettings } from "@consent-service/core/ports"
import { bundleTexts } from "@consent-service/browser/files"
import type { CachePort } from "../cache/ExternalCache.js"
import { type EvidenceSettings, evidenceSettings } from "./EvidenceOptions.js"
import { listSettings } from "./GvlOptions.js"
import type { OpenApiResolved } from "./OpenApiOptions.js"
import type { ResolvedOptions } from "./Options.js"
import { withKeys } from "./TokenOptions.js"

/** The OpenAPI document and its reference page. `security` is null for none, `customUiTemplate` for our page. */
export interface OpenApiSettings extends Omit<OpenApiResolved, "servers"> {
  readonly servers: NonNullable<OpenApiResolved["servers"]>
}

/** The rate limits of an instance; `cache` is null where each process counts separately. */
export interface RateLimitSettings extends Readonly<Limits["limits"]> {
  readonly cache: CachePort | null
}

type Combined = "evidence" | "gvl" | "ipAddress" | "openapi" | "rateLimit" | "script" | keyof TokenSettings

/** The settings of an instance. Null means not configured. */
export interface ServiceSettings extends Omit<ResolvedOptions, Combined> {
  readonly evidence: EvidenceSettings | null
  readonly gvl: GvlSettings<CachePort> | null
  readonly ipAddress: {
    readonly tracking: boolean
    readonly masking: boolean
    readonly ipAddressHeaders: ReadonlyArray<string>
  }
  readonly openapi: OpenApiSettings
  readonly rateLimit: RateLimitSettings | null
  readonly script: ScriptSettings
  readonly tokens: TokenSettings
}

const addresses = ({ ipAddress, trustedProxies }: ResolvedOptions): ServiceSettings["ipAddress"] => ({
  ...ipAddress,
  ipAddressHeaders: ipAddress.ipAddressHeaders ?? (trustedProxies === null ? defaultAddressHeaders : forwardedHeaders),
})

const rates = ({ cache, rateLimit }: ResolvedOptions): ServiceSettings["rateLimit"] => {
  if (rateLimit === false) return null
  const { cache: own, ...limits } = rateLimit === null || rateLimit === true ? { cache: null } : rateLimit
  return { ...resolveLimits(limits).limits, cache: own ?? (rateLimit === null ? null : cache) }
}

/** The bundles of the browser package, except for a custom script, for which they have no other file. */
const bundlesOf = (custom: ScriptSettings["bundles"]): ScriptSettings["bundles"] => ({
  ...bundleTexts,
  ...(custom.full === undefined ? {} : { fullFirst: undefined, fullSurfaces: undefined, fullRest: undefined }),
  ...(custom.iab === undefined ? {} : { iabFirst: undefined, iabSurfaces: undefined, iabRest: undefined }),
  ...Object.fromEntries(Object.entries(custom).filter(([, source]) => source !== undefined)),
})

const scripts = (script: ScriptSettings): ScriptSettings => ({ ...script, bundles: bundlesOf(script.bundles) })

/** Custom stores may have no log. */
const logging = ({ evidence, stores, tenantId }: ResolvedOptions): EvidenceSettings | null =>
  evidence === null && stores !== null ? null : evidenceSettings(evidence, tenantId)

/** Fills in the defaults that depend on other options. */
export const combineSettings = (options: ResolvedOptions): ServiceSettings => {
  const { identityToken, legalDocumentSnapshot, openapi, policySnapshot, ...rest } = options
  return {
    ...rest,
    evidence: logging(options),
    gvl: listSettings(options),
    ipAddress: addresses(options),
    openapi: { ...openapi, servers: openapi.servers ?? [{ url: normalizeBasePath(options.basePath) || "/" }] },
    rateLimit: rates(options),
    script: scripts(options.script),
    tokens: {
      policySnapshot: policySnapshot && withKeys(policySnapshot),
      legalDocumentSnapshot: legalDocumentSnapshot && withKeys(legalDocumentSnapshot),
      identityToken: identityToken && withKeys(identityToken),
    },
  }
}
