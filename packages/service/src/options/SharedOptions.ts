/**
 * The common options of a service and its edge: an edge must answer like the service would
 * answer.
 *
 * @module
 */
import { ScriptOptions } from "@consent-service/adapter-http/script"
import { Flag, group, orNull, type Resolved, says, Texts, withDefault } from "@consent-service/core/authored"
import { hostings, ManifestOptions } from "@consent-service/core/manifest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { AddressOptions, TrustedProxies } from "./AddressOptions.js"
import { Background } from "./BackgroundOption.js"
import { CacheOption } from "./CacheOption.js"
import { GvlOptions } from "./GvlOptions.js"
import { LimitOptions } from "./LimitOptions.js"
import { ManifestCacheOptions } from "./ManifestCacheOptions.js"
import { ObservabilityOptions } from "./ObservabilityOptions.js"
import { OpenApiOptions } from "./OpenApiOptions.js"
import { BasePath } from "./RoutePaths.js"
import { SessionOptions } from "./SessionOptions.js"
import { TenantId } from "./TenantOption.js"
import { PolicyTokenOptions } from "./TokenOptions.js"

/** Every shared option by its name. */
export const sharedFields = {
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
  // `undefined` is an error like null: an intended tenant must not become the scope without one.
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
   * The operator of the service: `self-hosted` or `hosted`.
   *
   * @default `self-hosted`
   */
  hosting: withDefault(
    Schema.Literal(...hostings).annotations(says(`must be ${hostings.join(" or ")}`)),
    "self-hosted",
  ),
  /**
   * Ignores locations: every visitor gets the fallback rule.
   *
   * @default `false`
   */
  disableGeoLocation: withDefault(Flag, false),
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
  /** How visitors' addresses are stored. */
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
  /** The OpenAPI document and its reference page. */
  openapi: group(OpenApiOptions),
  /** The scripts for browsers. */
  script: group(ScriptOptions),
  /** What is logged, and where. */
  observability: group(ObservabilityOptions),
  /** Receives a report of each visitor resolution. */
  sessions: orNull(SessionOptions),
}

/** The shared options as decoded. */
export interface SharedSettings extends Resolved<typeof sharedFields> {}
