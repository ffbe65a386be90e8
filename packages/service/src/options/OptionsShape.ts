/**
 * The shape of all options under today's names, and of older ones that have no other (wire.md 3).
 *
 * @module
 */
import { gvlFields } from "@consent-service/adapter-gvl/GvlOptions"
import { tenantProblem } from "@consent-service/adapter-sql/SqlConsentLedger"
import { tablePrefixProblem } from "@consent-service/adapter-sql/Tables"
import { hostings, ManifestShape } from "@consent-service/core/manifest/ManifestConfig"
import * as Schema from "effect/Schema"
import { LoggerShape, ObservabilityShape } from "../logging/ObservabilityOptions.js"
import { TelemetryShape } from "../telemetry/TelemetryOptions.js"
import { ApiKeysShape } from "./ApiKeyOptions.js"
import { BackgroundShape } from "./BackgroundOption.js"
import { DatabaseShape } from "./DatabaseOption.js"
import { limitFields } from "./LimitOptions.js"
import { BasePath } from "./RoutePaths.js"
import { SessionShape } from "./SessionOptions.js"
import { CacheShape, field, Flag, NonBlank, says, Texts } from "./Shape.js"
import { surfaceFields } from "./SurfaceOptions.js"
import { tokenFields } from "./TokenOptions.js"

const Tenant = Schema.String.pipe(
  Schema.filter((id) => id !== "" && id.trim() === id && tenantProblem(id) === null),
).annotations(
  says(
    "must be well-formed text of 1 to 255 characters without spaces around it; leave it out for the single-tenant scope",
  ),
)

const TablePrefix = Schema.String.pipe(Schema.filter((prefix) => tablePrefixProblem(prefix) ?? undefined))

const HeaderNames = Schema.Array(Schema.String.pipe(Schema.pattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/))).annotations(
  says("must be an array of header names"),
)

/** Every option, each checked by itself. */
export const OptionsShape = Schema.Struct({
  database: DatabaseShape,
  tablePrefix: field(TablePrefix),
  manifest: field(ManifestShape),
  manifestCache: field(Schema.Struct({ sMaxAge: field(Schema.Unknown), staleWhileRevalidate: field(Schema.Unknown) })),
  basePath: field(BasePath),
  trustedOrigins: field(Texts),
  // `undefined` is as wrong as null here: whoever wrote a tenant must not get the scope without one.
  tenantId: Schema.optionalWith(Tenant, { exact: true }),
  requireTenantId: field(Flag),
  hosting: field(Schema.Literal(...hostings).annotations(says(`must be ${hostings.join(" or ")}`))),
  apiKeys: field(ApiKeysShape),
  ipAddress: field(
    Schema.Struct({ tracking: field(Flag), masking: field(Flag), ipAddressHeaders: field(HeaderNames) }),
  ),
  ...tokenFields,
  disableGeoLocation: field(Flag),
  gvl: field(Schema.Struct({ ...gvlFields, cache: field(CacheShape) })),
  cache: field(CacheShape),
  ...surfaceFields,
  ...limitFields,
  background: field(BackgroundShape),
  version: field(NonBlank),
  observability: field(ObservabilityShape),
  sessions: field(SessionShape),
  telemetry: field(TelemetryShape),
  logger: field(LoggerShape),
})
