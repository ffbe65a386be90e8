/**
 * The options of an instance, as integrators write them (service.md, "Instance configuration"; contract decision 31).
 *
 * @module
 */
import type { TokenSettings } from "@consent-service/core/consent/Consents"
import type { Hosting, ManifestConfig } from "@consent-service/core/manifest/ManifestConfig"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Layer from "effect/Layer"
import type { LogEvent, LogLevel } from "../logging/LogEvent.js"

/** A database by its parts instead of a URL. */
export type DatabaseConnection =
  | { readonly dialect: "sqlite"; readonly filename: string }
  | {
      readonly dialect: "postgres" | "mysql"
      readonly host: string
      readonly port?: number
      readonly database: string
      readonly username: string
      readonly password?: string
    }

/** An `@effect/sql` client of the integrator's own. */
export type SqlClientLayer = Layer.Layer<SqlClient.SqlClient, unknown>

/** How tokens of one kind are signed. */
export interface SigningOptions {
  /** Its UTF-8 bytes are the key. Belongs in the environment, never in code. */
  readonly signingKey: string
  /** Default `cs`. */
  readonly issuer?: string
  /** Default: a name of the kind, and of the tenant where the kind knows tenants. */
  readonly audience?: string
}

export interface ConsentServiceOptions {
  /** `sqlite::memory:`, `sqlite:./file.db`, `postgres://…`, `mysql://…`, a connection by its parts, or a client layer. */
  readonly database: string | DatabaseConnection | SqlClientLayer
  /** Policy rules, branding, names. */
  readonly manifest?: ManifestConfig
  /** The prefix the service is mounted under; stripped before routing. */
  readonly basePath?: string
  /** Hosts whose pages may call across origins, like `shop.example`, `*.shop.example`, `localhost:3000`, or `*`. */
  readonly trustedOrigins?: ReadonlyArray<string>
  /** The one tenant of this instance; absent is the single-tenant scope. */
  readonly tenantId?: string
  /** Refuses to start without `tenantId`. Default `false`. */
  readonly requireTenantId?: boolean
  /** Who runs the service. Default `self-hosted`. */
  readonly hosting?: Hosting
  /** How long shared caches may keep the manifest, in seconds. Defaults 300 and 86400. */
  readonly manifestCache?: { readonly sMaxAge?: number; readonly staleWhileRevalidate?: number }
  /** What is kept of visitors' addresses. Tracked and masked by default. */
  readonly ipAddress?: {
    readonly tracking?: boolean
    readonly masking?: boolean
    readonly ipAddressHeaders?: ReadonlyArray<string>
  }
  /**
   * Signs what `/init` decided, so that a save is judged by what was shown. `ttlSeconds` 1800 by default;
   * `replayWindowSeconds`, for saves that arrive after that, 604800, and 0 refuses every late one.
   */
  readonly policySnapshot?: SigningOptions & { readonly ttlSeconds?: number; readonly replayWindowSeconds?: number }
  /**
   * Signs which version of a legal document was shown. `ttlSeconds` 86400 by default; `verifyOnSave`, false by
   * default, refuses saves of legal documents without a valid one.
   */
  readonly legalDocumentSnapshot?: SigningOptions & { readonly ttlSeconds?: number; readonly verifyOnSave?: boolean }
  /** Verifies that a visitor is the user a save or link claims. The key has at least 32 bytes; one a tenant. */
  readonly identityToken?: SigningOptions
  /** Ignores locations: everybody gets the fallback rule. Default `false`. */
  readonly disableGeoLocation?: boolean
  /** `maxBodyBytes`: the largest request body, 65536 by default. */
  readonly limits?: { readonly maxBodyBytes?: number }
  /** The version `/status` and the OpenAPI document report. Default `0.0.0`. */
  readonly version?: string
  /** What is logged (default `warn`: requests that failed) and where to (default: one JSON line each on the console). */
  readonly observability?: { readonly level?: LogLevel; readonly drain?: (event: LogEvent) => void }
}

/** The options with every default filled in. */
export interface ResolvedOptions {
  readonly database: ConsentServiceOptions["database"]
  readonly manifest: ManifestConfig
  readonly basePath: string
  readonly trustedOrigins: ReadonlyArray<string>
  readonly tenantId: string | null
  readonly requireTenantId: boolean
  readonly hosting: Hosting
  readonly manifestCache: { readonly sMaxAge: number; readonly staleWhileRevalidate: number }
  readonly ipAddress: {
    readonly tracking: boolean
    readonly masking: boolean
    readonly ipAddressHeaders: ReadonlyArray<string>
  }
  readonly tokens: TokenSettings
  readonly disableGeoLocation: boolean
  readonly limits: { readonly maxBodyBytes: number }
  readonly version: string
  readonly observability: { readonly level: LogLevel; readonly drain: ((event: LogEvent) => void) | null }
}

/** Types a configuration that is written apart from where it is used; returns it as it is. */
export const defineConfig = (options: Omit<ConsentServiceOptions, "observability">): typeof options => options
