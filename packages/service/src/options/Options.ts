/**
 * The options of an instance, as integrators write them (service.md, "Instance configuration"; contract decisions 28
 * and 31).
 *
 * @module
 */
import type { GvlOptions, GvlSettings } from "@consent-service/adapter-gvl/GvlOptions"
import type { ScriptOptions as ScriptSettings } from "@consent-service/adapter-http/script/ScriptOptions"
import type { TokenSettings } from "@consent-service/core/consent/Consents"
import type { Hosting, ManifestConfig } from "@consent-service/core/manifest/ManifestConfig"
import type { CachePort, ExternalCache } from "../cache/ExternalCache.js"
import type { Observability, ObservabilityOptions } from "../logging/ObservabilityOptions.js"
import type { TelemetryOptions, TelemetrySettings } from "../telemetry/TelemetryOptions.js"
import type { BackgroundOption, RunInBackground } from "./BackgroundOption.js"
import type { DatabaseOption } from "./DatabaseOption.js"
import type { LimitOptions, Limits, RateLimitOptions, RateLimits } from "./LimitOptions.js"
import type { NamedDatabase, OlderForms, OlderNames } from "./OlderNames.js"
import type { SessionOptions } from "./SessionOptions.js"
import type { OpenApiOptions, OpenApiSettings, ScriptOptions } from "./SurfaceOptions.js"
import type { TokenOptions } from "./TokenOptions.js"

export type { DatabaseConnection, DatabaseOption, SqlClientLayer } from "./DatabaseOption.js"
export type { SigningOptions } from "./TokenOptions.js"

/** Every option under today's name. */
export interface InstanceOptions extends TokenOptions {
  /** `sqlite::memory:`, `sqlite:./file.db`, `postgres://…`, `mysql://…`, a connection by its parts, or a client layer. */
  readonly database: DatabaseOption
  /** What every table's name starts with. Default `cs_`. */
  readonly tablePrefix?: string
  /** Policy rules, texts, branding, vendors, IAB. Default `{}`: no policy is configured. */
  readonly manifest?: ManifestConfig
  /** How long shared caches may keep the manifest, in seconds. Defaults 300 and 86400. */
  readonly manifestCache?: { readonly sMaxAge?: number; readonly staleWhileRevalidate?: number }
  /** The prefix the service is mounted under; stripped before routing. Default: none. */
  readonly basePath?: string
  /**
   * Hosts whose pages may call across origins, like `shop.example`, `*.shop.example`, `localhost:3000`, or `*`.
   * Default: none.
   */
  readonly trustedOrigins?: ReadonlyArray<string>
  /** The one tenant of this instance. Default: the single-tenant scope. */
  readonly tenantId?: string
  /** Refuses to start without `tenantId`. Default `false`. */
  readonly requireTenantId?: boolean
  /** Who runs the service. Default `self-hosted`. */
  readonly hosting?: Hosting
  /**
   * What `Authorization: Bearer <key>` must carry on administrative routes; any of them will do. They belong in the
   * environment, never in code, and are long random texts: shorter than 16 characters is warned of. Default: none,
   * and then nobody is let in.
   */
  readonly apiKeys?: ReadonlyArray<string>
  /** What is kept of visitors' addresses. Tracked and masked by default. */
  readonly ipAddress?: {
    readonly tracking?: boolean
    readonly masking?: boolean
    readonly ipAddressHeaders?: ReadonlyArray<string>
  }
  /** Ignores locations: everybody gets the fallback rule. Default `false`. */
  readonly disableGeoLocation?: boolean
  /** Loads IAB vendor lists on the server; read by the vendor-list adapter. Default: none are loaded. */
  readonly gvl?: GvlOptions<ExternalCache>
  /** A cache that processes share. Default: each process keeps what it needs in memory only. */
  readonly cache?: ExternalCache
  /** The OpenAPI document and its reference page. Default: `/spec.json` and `/docs`. */
  readonly openapi?: OpenApiOptions
  /** The scripts for browsers. Default: `/cs.js`, `/cs.headless.js` and `/cs.iab.js`. */
  readonly script?: ScriptOptions
  /** `maxBodyBytes` 65536, `maxConcurrentSaves` 512 and `maxQueuedSaves` 1024 by default. */
  readonly limits?: LimitOptions
  /** Bounds how often a network and a subject may save; `true` takes the default rates. Default: no bounds. */
  readonly rateLimit?: RateLimitOptions | boolean
  /** Looks after work that outlives its request, on platforms that need to know of it. Default: nobody does. */
  readonly background?: BackgroundOption
  /** The version `/status` and the OpenAPI document report. Default `0.0.0`. */
  readonly version?: string
  /** What is logged (default `warn`: requests that failed) and where to (default: one JSON line each on the console). */
  readonly observability?: ObservabilityOptions
  /** Receives a report of each visitor resolution. Default: nobody does. */
  readonly sessions?: SessionOptions
  /** Spans and metrics for OpenTelemetry. Default: none. */
  readonly telemetry?: TelemetryOptions
}

/** What `createConsentService` takes: every option, under today's name or an older one. */
export type ConsentServiceOptions = Omit<InstanceOptions, "database" | keyof OlderForms> &
  OlderForms &
  OlderNames &
  NamedDatabase

/** The options with every default filled in. */
export interface ResolvedOptions {
  readonly database: DatabaseOption
  /** Null: that of the stores. */
  readonly tablePrefix: string | null
  readonly manifest: ManifestConfig
  readonly manifestCache: { readonly sMaxAge: number; readonly staleWhileRevalidate: number }
  readonly basePath: string
  readonly trustedOrigins: ReadonlyArray<string>
  readonly tenantId: string | null
  readonly requireTenantId: boolean
  readonly hosting: Hosting
  readonly apiKeys: ReadonlyArray<string>
  readonly ipAddress: {
    readonly tracking: boolean
    readonly masking: boolean
    readonly ipAddressHeaders: ReadonlyArray<string>
  }
  readonly tokens: TokenSettings
  readonly disableGeoLocation: boolean
  /** Null: no vendor list is loaded. */
  readonly gvl: GvlSettings<CachePort> | null
  readonly cache: CachePort | null
  readonly openapi: OpenApiSettings
  readonly script: ScriptSettings
  readonly limits: Limits
  /** Null: no bounds. */
  readonly rateLimit: RateLimits | null
  /** Null: nobody looks after it. */
  readonly background: RunInBackground | null
  readonly version: string
  readonly observability: Observability
  /** Null: nobody receives reports. */
  readonly sessions: SessionOptions | null
  /** Null: nothing is reported. */
  readonly telemetry: TelemetrySettings | null
}

/** What `defineConfig` takes: `observability` and `sessions` are given to the constructor. */
export type DefinedOptions = ConsentServiceOptions & { readonly observability?: never; readonly sessions?: never }

/** Types a configuration that is written apart from where it is used; returns it as it is. */
export const defineConfig = (options: DefinedOptions): DefinedOptions => options
