/**
 * The options of an instance, as integrators write them.
 *
 * @module
 */
import { ScriptOptions } from "@consent-service/adapter-http/script"
import { packageVersion } from "@consent-service/adapter-http/Version"
import {
  type Authored,
  Flag,
  group,
  NonBlank,
  type OptionGroup,
  orNull,
  type Resolved,
  says,
  Texts,
  withDefault,
} from "@consent-service/core/authored"
import { hostings, ManifestOptions } from "@consent-service/core/manifest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { AddressOptions, TrustedProxies } from "./AddressOptions.js"
import { ApiKeys } from "./ApiKeyOptions.js"
import { Background } from "./BackgroundOption.js"
import { CacheOption } from "./CacheOption.js"
import { Database, type DatabaseOption, TablePrefix, TenantId } from "./DatabaseOptions.js"
import { GvlOptions } from "./GvlOptions.js"
import { LimitOptions } from "./LimitOptions.js"
import { ManifestCacheOptions } from "./ManifestCacheOptions.js"
import { ObservabilityOptions } from "./ObservabilityOptions.js"
import { OpenApiOptions } from "./OpenApiOptions.js"
import { RateLimit } from "./RateLimitOptions.js"
import { BasePath } from "./RoutePaths.js"
import { SessionOptions } from "./SessionOptions.js"
import { type StoresLayer, StoresOption } from "./StoresOption.js"
import { TelemetryOptions } from "./TelemetryOptions.js"
import { IdentityTokenOptions, DocumentTokenOptions, PolicyTokenOptions } from "./TokenOptions.js"

export type { DatabaseConnection, DatabaseOption, SqlClientLayer } from "./DatabaseOptions.js"
export type { StoresLayer } from "./StoresOption.js"
export type { SigningOptions } from "./TokenOptions.js"

/** Every option by its name. */
export const optionFields = {
  /**
   * A URL (`sqlite::memory:`, `sqlite:./file.db`, `postgres://…`, `mysql://…`), a connection by its parts, or an
   * `@effect/sql` client layer. Required, unless `stores` is given.
   *
   * @default –
   */
  database: orNull(Database),
  /**
   * Custom stores in place of `database`: a layer of the ports `ConsentStore`, `DocumentStore` and `Archive` for the
   * `Tenant` in context. It is built when the first request needs it.
   *
   * @default none
   */
  stores: orNull(StoresOption),
  /**
   * The prefix of every table's name.
   *
   * @default `cs_`
   */
  tablePrefix: orNull(TablePrefix),
  /**
   * The public prefix the service is mounted under; removed before routing. Needed only where neither the path nor
   * `originalUrl` has it.
   *
   * @default none
   */
  basePath: withDefault(BasePath, ""),
  /**
   * Hosts whose pages may call across origins: `shop.example`, `*.shop.example`, `localhost:3000`, `*`.
   *
   * @default none
   */
  trustedOrigins: withDefault(Texts, []),
  /**
   * The one tenant of this instance. Without it, the instance is in the single-tenant scope.
   *
   * @default none
   */
  // `undefined` is as wrong as null here: a tenant that was meant must not become the scope without one.
  tenantId: Schema.optionalToRequired(TenantId, Schema.NullOr(Schema.String), {
    decode: Option.getOrNull,
    encode: Option.fromNullable,
  }),
  /**
   * Refuses to start without `tenantId`.
   *
   * @default `false`
   */
  requireTenantId: withDefault(Flag, false),
  /**
   * Who runs the service: `self-hosted` or `hosted`.
   *
   * @default `self-hosted`
   */
  hosting: withDefault(
    Schema.Literal(...hostings).annotations(says(`must be ${hostings.join(" or ")}`)),
    "self-hosted",
  ),
  /**
   * Bearer keys of administrative routes, each at least 16 random characters; without any, these routes refuse every
   * request. Keep keys in the environment, never in code.
   *
   * @default none
   */
  apiKeys: withDefault(ApiKeys, []),
  /**
   * Ignores locations: every visitor gets the fallback rule.
   *
   * @default `false`
   */
  disableGeoLocation: withDefault(Flag, false),
  /**
   * The version that `/status` and the OpenAPI document report.
   *
   * @default the package's
   */
  version: withDefault(NonBlank, packageVersion),
  /**
   * Keeps the process alive for work that outlives its request: a function that takes a promise, or an object with it as
   * `run` or `waitUntil`.
   *
   * @default none
   */
  background: orNull(Background),
  /**
   * A cache that processes share: `get(key)`, `set(key, value, ttlMs)`, `delete(key)`.
   *
   * @default none
   */
  cache: orNull(CacheOption),
  /** Policy rules, texts, branding, vendors, IAB. Without it no policy is configured. */
  manifest: withDefault(ManifestOptions, {}),
  /** How long shared caches may keep the manifest. */
  manifestCache: group(ManifestCacheOptions),
  /** Loads IAB vendor lists on the server. Without it none are loaded. */
  gvl: orNull(GvlOptions),
  /** Signs what `/init` decided. Without it snapshots are unsigned. */
  policySnapshot: orNull(PolicyTokenOptions),
  /** Signs which version of a legal document was shown. Without it snapshots are unsigned. */
  legalDocumentSnapshot: orNull(DocumentTokenOptions),
  /** Verifies that a visitor is the user they claim to be. Without it only requests with an API key verify links. */
  identityToken: orNull(IdentityTokenOptions),
  /** What is kept of visitors' addresses. */
  ipAddress: group(AddressOptions),
  /**
   * The proxies in front: how many, their networks, or `"private"`; see [Behind a proxy](#behind-a-proxy).
   *
   * Their forwarded entries count for stored addresses and rate limits. `0` is none. Without the option, limits count
   * the connection, and stored addresses can be forged.
   *
   * @default not named
   */
  trustedProxies: orNull(TrustedProxies),
  /** Bounds on the work an instance accepts concurrently. */
  limits: group(LimitOptions),
  /**
   * `true` takes the default rates and counts acts in `cache`; `false` limits nothing, which is logged at start. Without
   * the option the default rates hold, counted in each process.
   *
   * @default on
   */
  rateLimit: orNull(RateLimit),
  /** The OpenAPI document and its reference page. */
  openapi: group(OpenApiOptions),
  /** The scripts for browsers. */
  script: group(ScriptOptions),
  /** What is logged, and where to. */
  observability: group(ObservabilityOptions),
  /** Receives a report of each visitor resolution. */
  sessions: orNull(SessionOptions),
  /** Traces and metrics through OpenTelemetry. */
  telemetry: group(TelemetryOptions),
}

/** Every option, each of which can be left out by itself. */
export interface AuthoredOptions extends Authored<typeof optionFields>, OptionGroup {}

/** Where records are kept: one of the two. */
export type Storage = { readonly database: DatabaseOption } | { readonly stores: StoresLayer }

/** The options of `createConsentService`. Only `database`, or `stores` in its place, is required. */
export type ConsentServiceOptions = AuthoredOptions & Storage

/** {@link ConsentServiceOptions} as decoded: what depends on several options is not combined yet. */
export interface ResolvedOptions extends Resolved<typeof optionFields> {}

export const ConsentServiceOptions: Schema.Schema<ResolvedOptions, AuthoredOptions> = Schema.Struct(optionFields)

interface DefinableOptions extends Omit<AuthoredOptions, "observability" | "sessions"> {
  readonly observability?: never
  readonly sessions?: never
}

/** The options of `defineConfig`: `observability` and `sessions` are given to `createConsentService`. */
export type DefinedOptions = DefinableOptions & Storage

/** Types a configuration that is written apart from where it is used; returns it unchanged. */
export const defineConfig = (options: DefinedOptions): DefinedOptions => options
