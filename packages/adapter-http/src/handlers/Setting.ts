/**
 * What the handlers know of the instance they run in.
 *
 * @module
 */
import type { TokenSettings } from "@consent-service/core/consent/Consents"
import type { CompiledManifest } from "@consent-service/core/manifest/CompiledManifest"
import type { Call } from "../kernel/Route.js"
import type { Admission } from "../limit/Admission.js"
import type { RateLimit } from "../limit/RateLimit.js"
import { type AddressPolicy, clientAddress } from "../request/ClientAddress.js"
import type { Authenticator } from "../request/ApiKeys.js"

/** How long shared caches may keep public answers, in whole seconds. */
export interface ManifestCache {
  readonly sMaxAge: number
  readonly staleWhileRevalidate: number
}

/** An instance, as far as its handlers look at it. */
export interface InstanceSetting {
  readonly version: string
  readonly tenant: string | null
  readonly manifest: CompiledManifest
  readonly manifestCache: ManifestCache
  readonly addresses: AddressPolicy
  readonly tokens: TokenSettings
  readonly authenticates: Authenticator
  readonly admission: Admission
  /** Null where requests are not limited. */
  readonly rateLimit: RateLimit | null
  /** The headers that the integrator named for visitors' addresses; null where he named none. */
  readonly networkHeaders: ReadonlyArray<string> | null
}

/** The headers that let shared caches keep a public answer. */
export const publicCaching = ({ sMaxAge, staleWhileRevalidate }: ManifestCache) => {
  const cacheControl = `public, s-maxage=${sMaxAge}, stale-while-revalidate=${staleWhileRevalidate}`
  return { "cache-control": cacheControl, "cdn-cache-control": cacheControl }
}

/** The visitor's address as it may be kept. */
export const addressOf = ({ addresses }: InstanceSetting, { exchange }: Call): string | null =>
  clientAddress(addresses, exchange.header, exchange.peer)

/** Whether a request carries an API key. */
export const isAuthenticated = ({ authenticates }: InstanceSetting, { exchange }: Call): boolean =>
  authenticates(exchange.header("authorization"))
