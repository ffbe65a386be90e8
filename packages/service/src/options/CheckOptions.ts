/**
 * Checks options and fills in their defaults (contract decisions 31 and 33; wire.md 3).
 *
 * @module
 */
import { defaultAddressHeaders } from "@consent-service/adapter-http/request/ClientAddress"
import type { TokenSettings } from "@consent-service/core/consent/Consents"
import { hostings, ManifestShape } from "@consent-service/core/manifest/ManifestConfig"
import { checkManifest } from "./CheckManifest.js"
import { parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import { tenantProblem } from "@consent-service/adapter-sql/SqlConsentLedger"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { logLevels } from "../logging/LogEvent.js"
import { type ConfigurationIssue, ConsentConfigurationError } from "./ConsentConfigurationError.js"
import type { ConsentServiceOptions, ResolvedOptions } from "./Options.js"

const says = (message: string) => ({ message: () => ({ message, override: true }) })

const field = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(schema)

const Text = Schema.String.annotations(says("must be a string"))
const Flag = Schema.Boolean.annotations(says("must be true or false"))
const NonBlank = Schema.String.pipe(Schema.filter((text) => text.trim() !== "")).annotations(
  says("must be a string that is not blank"),
)
const Texts = Schema.Array(Text).annotations(says("must be an array of strings"))
const Callback = Schema.Unknown.pipe(Schema.filter((value) => typeof value === "function")).annotations(
  says("must be a function"),
)

const Tenant = Schema.String.pipe(
  Schema.filter((id) => id !== "" && id.trim() === id && tenantProblem(id) === null),
).annotations(
  says(
    "must be well-formed text of 1 to 255 characters without spaces around it; leave it out for the single-tenant scope",
  ),
)

const HeaderNames = Schema.Array(Schema.String.pipe(Schema.pattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/))).annotations(
  says("must be an array of header names"),
)

const Host = Schema.String.pipe(
  Schema.filter((host) => /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/.test(host)),
)

const Network = Schema.Struct({
  dialect: Schema.Literal("postgres", "mysql"),
  host: Host,
  port: field(Schema.Int.pipe(Schema.between(1, 65_535))),
  database: NonBlank,
  username: NonBlank,
  password: field(Text),
})
const File = Schema.Struct({ dialect: Schema.Literal("sqlite"), filename: NonBlank })
const isConnection = Schema.is(Schema.Union(Network, File))

const databaseForms =
  "must be a URL (sqlite::memory:, sqlite:./file.db, postgres://…, mysql://…), { dialect: 'sqlite', filename }, " +
  "{ dialect: 'postgres' | 'mysql', host, database, username, port?, password? }, or an @effect/sql client layer"

const databaseProblem = (value: unknown): string | undefined => {
  if (typeof value === "string") return Option.getOrUndefined(Either.getLeft(parseDatabaseUrl(value)))
  return Layer.isLayer(value) || isConnection(value) ? undefined : databaseForms
}

const Seconds = (least: number) =>
  Schema.Int.pipe(Schema.between(least, 2 ** 31)).annotations(
    says(`must be a whole number of seconds, at least ${least}`),
  )

const Signing = { signingKey: NonBlank, issuer: field(NonBlank), audience: field(NonBlank) }

const IdentityKey = Schema.String.pipe(Schema.filter((key) => new TextEncoder().encode(key).length >= 32)).annotations(
  says("must be a string of at least 32 bytes"),
)

const Options = Schema.Struct({
  database: Schema.Unknown.pipe(Schema.filter(databaseProblem)),
  manifest: field(ManifestShape),
  basePath: field(Text),
  trustedOrigins: field(Texts),
  tenantId: Schema.optionalWith(Tenant, { exact: true }),
  requireTenantId: field(Flag),
  hosting: field(Schema.Literal(...hostings).annotations(says(`must be ${hostings.join(" or ")}`))),
  manifestCache: field(Schema.Struct({ sMaxAge: field(Schema.Unknown), staleWhileRevalidate: field(Schema.Unknown) })),
  ipAddress: field(
    Schema.Struct({ tracking: field(Flag), masking: field(Flag), ipAddressHeaders: field(HeaderNames) }),
  ),
  policySnapshot: field(
    Schema.Struct({ ...Signing, ttlSeconds: field(Seconds(1)), replayWindowSeconds: field(Seconds(0)) }),
  ),
  legalDocumentSnapshot: field(Schema.Struct({ ...Signing, ttlSeconds: field(Seconds(1)), verifyOnSave: field(Flag) })),
  identityToken: field(Schema.Struct({ ...Signing, signingKey: IdentityKey })),
  disableGeoLocation: field(Flag),
  limits: field(
    Schema.Struct({
      maxBodyBytes: field(
        Schema.Int.pipe(Schema.between(1, 16 * 1024 * 1024)).annotations(
          says("must be a whole number of bytes, 1 to 16777216"),
        ),
      ),
    }),
  ),
  version: field(NonBlank),
  observability: field(
    Schema.Struct({
      level: field(Schema.Literal(...logLevels).annotations(says(`must be one of ${logLevels.join(", ")}`))),
      drain: field(Callback),
    }),
  ),
})

const decode = Schema.decodeUnknownEither(Options, { errors: "all", onExcessProperty: "error" })

/** Fixes for options that people write elsewhere or by an older name. */
const knownMistakes: Readonly<Record<string, string>> = {
  policyPacks: "is no longer an option; write the rules as manifest.policyRules",
  "manifest.policyPacks": "is no longer an option; write the rules as manifest.policyRules",
  "manifest.tenantId": "is not accepted; set tenantId beside manifest",
  "manifest.hosting": "is not accepted; set hosting beside manifest",
  policyRules: "belongs under manifest: manifest.policyRules",
}

const isExcess = (message: string): boolean => message.startsWith("is unexpected")

const toIssue = ({ message, path }: ParseResult.ArrayFormatterIssue): ConfigurationIssue => {
  const option = path.join(".")
  if (option === "") return { option: "options", message: "must be an object" }
  if (isExcess(message)) return { option, message: knownMistakes[option] ?? "is not an option" }
  if (message === "is missing")
    return { option, message: option === "database" ? `is required; it ${databaseForms}` : "is required" }
  return { option, message }
}

/** An option that may be left out has an issue of its own when a member of it is wrong; the member's says more. */
const innermost = (issues: ReadonlyArray<ConfigurationIssue>): ReadonlyArray<ConfigurationIssue> =>
  issues.filter(({ option }) => !issues.some((other) => other.option.startsWith(`${option}.`)))

const uniqueByOption = (issues: ReadonlyArray<ConfigurationIssue>): ReadonlyArray<ConfigurationIssue> =>
  issues.filter(({ option }, i) => issues.findIndex((other) => other.option === option) === i)

const problemsOf = (options: ConsentServiceOptions): ReadonlyArray<ConfigurationIssue> => {
  const decoded = decode(options)
  const shape = Either.isLeft(decoded)
    ? uniqueByOption(innermost(ParseResult.ArrayFormatter.formatErrorSync(decoded.left).map(toIssue)))
    : []
  const content = shape.length === 0 ? checkManifest(options.manifest ?? {}) : []
  const tenantMissing = options?.requireTenantId === true && options.tenantId === undefined
  return tenantMissing
    ? [...shape, ...content, { option: "tenantId", message: "is required, because requireTenantId is true" }]
    : [...shape, ...content]
}

const tokensOf = (options: ConsentServiceOptions): TokenSettings => {
  const { identityToken = null, legalDocumentSnapshot: legal, policySnapshot: policy } = options
  return {
    policySnapshot:
      policy === undefined
        ? null
        : {
            ...policy,
            ttlSeconds: policy.ttlSeconds ?? 1_800,
            replayWindowSeconds: policy.replayWindowSeconds ?? 604_800,
          },
    legalDocumentSnapshot:
      legal === undefined
        ? null
        : { ...legal, ttlSeconds: legal.ttlSeconds ?? 86_400, verifyOnSave: legal.verifyOnSave ?? false },
    identityToken,
  }
}

/** Seconds for a cache header: floored, or the default for what is no duration. */
const seconds = (value: number | undefined, fallback: number): number =>
  value !== undefined && Number.isFinite(value) && value >= 0 ? Math.floor(value) : fallback

/**
 * Checks options.
 *
 * @returns the options with every default filled in
 * @throws ConsentConfigurationError naming every wrong option
 */
export const checkOptions = (options: ConsentServiceOptions): ResolvedOptions => {
  const issues = problemsOf(options)
  if (issues.length > 0) throw new ConsentConfigurationError(issues)
  return {
    database: options.database,
    manifest: options.manifest ?? {},
    basePath: options.basePath ?? "",
    trustedOrigins: options.trustedOrigins ?? [],
    tenantId: options.tenantId ?? null,
    requireTenantId: options.requireTenantId ?? false,
    hosting: options.hosting ?? "self-hosted",
    manifestCache: {
      sMaxAge: seconds(options.manifestCache?.sMaxAge, 300),
      staleWhileRevalidate: seconds(options.manifestCache?.staleWhileRevalidate, 86_400),
    },
    ipAddress: {
      tracking: options.ipAddress?.tracking ?? true,
      masking: options.ipAddress?.masking ?? true,
      ipAddressHeaders: (options.ipAddress?.ipAddressHeaders ?? defaultAddressHeaders).map((name) =>
        name.toLowerCase(),
      ),
    },
    tokens: tokensOf(options),
    disableGeoLocation: options.disableGeoLocation ?? false,
    limits: { maxBodyBytes: options.limits?.maxBodyBytes ?? 64 * 1024 },
    version: options.version ?? "0.0.0",
    observability: { level: options.observability?.level ?? "warn", drain: options.observability?.drain ?? null },
  }
}
