/**
 * The options of an instance, as integrators write them.
 *
 * @module
 */
import { packageVersion } from "@consent-service/adapter-http/Version"
import {
  type Authored,
  group,
  NonBlank,
  type OptionGroup,
  orNull,
  type Resolved,
  withDefault,
} from "@consent-service/core/authored"
import * as Schema from "effect/Schema"
import { ApiKeys } from "./ApiKeyOptions.js"
import { Database, type DatabaseOption, TablePrefix } from "./DatabaseOptions.js"
import { Evidence } from "./EvidenceOptions.js"
import { MetricsOption } from "./MetricsOption.js"
import { RateLimit } from "./RateLimitOptions.js"
import { RetentionOption } from "./RetentionOption.js"
import { sharedFields } from "./SharedOptions.js"
import { type StoresLayer, StoresOption } from "./StoresOption.js"
import { ReplicaOption } from "./ReplicaOption.js"
import { TelemetryOptions } from "./TelemetryOptions.js"
import { IdentityTokenOptions, DocumentTokenOptions } from "./TokenOptions.js"

export type { DatabaseConnection, DatabaseOption, SqlClientLayer } from "./DatabaseOptions.js"
export type { StoresLayer } from "./StoresOption.js"
export type { SigningOptions } from "./TokenOptions.js"

/** The options that an edge does not have. */
const ownFields = {
  /**
   * A URL (`sqlite::memory:`, `sqlite:./file.db`, `postgres://…`, `mysql://…`), a connection by its parts, or an
   * `@effect/sql` client layer. Required, unless `stores` is given.
   *
   * @default –
   */
  database: orNull(Database),
  /**
   * A read replica of `database`: summaries of experiments, statistics and lists of records are read from it. What it
   * cannot answer is read from the database.
   *
   * @default none
   */
  replica: orNull(ReplicaOption),
  /**
   * Custom stores instead of `database`: a layer of the ports `ConsentStore`, `DocumentStore` and `Archive` for the
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
   * Bearer keys of administrative routes, each at least 16 random characters; without any, these routes refuse every
   * request. Keep keys in the environment, never in code.
   *
   * @default none
   */
  apiKeys: withDefault(ApiKeys, []),
  /**
   * Keys of the edges that forward requests (`consent-service/edge`): of a request with one, the visitor's address is the
   * one the edge names. Each has at least 16 random characters. Keep keys in the environment, never in code.
   *
   * @default none
   */
  edgeKeys: withDefault(ApiKeys, []),
  /**
   * The version that `/status` and the OpenAPI document report.
   *
   * @default the package's
   */
  version: withDefault(NonBlank, packageVersion),
  /** Signs which version of a legal document was shown. Without it snapshots are unsigned. */
  legalDocumentSnapshot: orNull(DocumentTokenOptions),
  /** Verifies that a visitor is the user they claim to be. Without it only requests with an API key verify links. */
  identityToken: orNull(IdentityTokenOptions),
  /**
   * `true` takes the default rates and counts acts in `cache`; `false` limits nothing, which is logged at start. Without
   * the option the default rates hold, counted in each process.
   *
   * @default on
   */
  rateLimit: orNull(RateLimit),
  /**
   * Metrics for Prometheus: `prometheusMetrics()` of `consent-service/prometheus`. Several instances may share one.
   * `consent-service serve` sets it where `server.metrics.port` is set.
   *
   * @default none
   */
  metrics: orNull(MetricsOption),
  /**
   * The log that every record is committed to, so that alterations are found and visitors get receipts. `false` logs
   * nothing; with custom `stores` nothing is logged unless the option is given, and they supply `EvidenceLog` and
   * `EvidenceReader`.
   *
   * @default on
   */
  evidence: orNull(Evidence),
  /**
   * How long records are kept, as rules in order: the first one that fits a record decides, and what no rule fits is
   * kept. `retentionPresets` has some. Applied once a day, each time with entries in the evidence log. What a person
   * decided last stays while it is valid, and so does what a legal hold covers.
   *
   * @default every record is kept
   */
  retention: withDefault(RetentionOption, []),
  /** Traces and metrics through OpenTelemetry. */
  telemetry: group(TelemetryOptions),
}

/** Every option by its name. */
export const optionFields = { ...ownFields, ...sharedFields }

/** Every option; each can be omitted on its own. */
// Of both parts, as the type of a spread object has no docstrings.
export interface AuthoredOptions extends Authored<typeof ownFields>, Authored<typeof sharedFields>, OptionGroup {}

/** The storage of records: one of the two. */
export type Storage =
  | { readonly database: DatabaseOption }
  | { readonly stores: StoresLayer; readonly database?: undefined }

// Interfaces, as members of an intersection are shown without their type's name, and those of an interface have the
// docstring of its base. The second excludes a database, so that an editor knows which one has it. The first may have
// stores as far as types know: programs that pass `Partial<ConsentServiceOptions>` on and add a database compile.
interface OptionsWithDatabase extends AuthoredOptions {
  readonly database: DatabaseOption
}

interface OptionsWithStores extends AuthoredOptions {
  readonly stores: StoresLayer
  readonly database?: undefined
}

/** The options of `createConsentService`. Only `database`, or `stores` in its place, is required. */
export type ConsentServiceOptions = OptionsWithDatabase | OptionsWithStores

/** {@link ConsentServiceOptions} as decoded: combinations of options are not resolved yet. */
export interface ResolvedOptions extends Resolved<typeof ownFields>, Resolved<typeof sharedFields> {}

export const ConsentServiceOptions: Schema.Schema<ResolvedOptions, AuthoredOptions> = Schema.Struct(optionFields)

interface DefinableOptions extends Omit<AuthoredOptions, "observability" | "sessions"> {
  readonly observability?: never
  readonly sessions?: never
}

/** The options of `defineConfig`: `observability` and `sessions` are given to `createConsentService`. */
export type DefinedOptions = DefinableOptions & Storage

/**
 * Types a configuration that is written apart from where it is used; returns it unchanged.
 *
 * @example
 * ```ts
 * import { defineConfig } from "consent-service"
 *
 * export default defineConfig({
 *   database: "sqlite:./consent.db",
 *   trustedOrigins: ["shop.example"],
 * })
 * ```
 */
export const defineConfig = (options: DefinedOptions): DefinedOptions => options
