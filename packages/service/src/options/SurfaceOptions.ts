/**
 * The routes beside the API: the OpenAPI document with its reference page, and the browser scripts (service.md, "Script
 * routes"; contract decisions 22, 23 and 46).
 *
 * @module
 */
import { defaultTitle } from "@consent-service/adapter-http/Api"
import { securitySchemes as ownSchemes } from "@consent-service/adapter-http/api/ApiKey"
import type {
  DocumentServer,
  SecurityRequirement,
  SecurityScheme,
} from "@consent-service/adapter-http/openapi/DocumentTypes"
import { normalizeBasePath } from "@consent-service/adapter-http/request/RoutePath"
import {
  type BundleFile,
  defaultScriptOptions,
  type ScriptOptions as ScriptSettings,
} from "@consent-service/adapter-http/script/ScriptOptions"
import type { InfoNote } from "@consent-service/adapter-http/openapi/OpenApiDocument"
import { bundleFiles } from "@consent-service/browser"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { ConfigurationIssue } from "./ConsentConfigurationError.js"
import { RoutePath } from "./RoutePaths.js"
import { field, Flag, NonBlank, passing, says, Text } from "./Shape.js"

/** The OpenAPI document and the reference page. */
export interface OpenApiOptions {
  /** `false` removes both routes. Default `true`. */
  readonly enabled?: boolean
  /** Default `/spec.json`. */
  readonly specPath?: string
  /** Default `/docs`. */
  readonly docsPath?: string
  /** Default `cs API`. */
  readonly title?: string
  /** Default: nothing more than the title, the instance's `version` and our own description. */
  readonly info?: InfoNote
  /** Every address the service can be reached at. Default: one, `basePath`. */
  readonly servers?: ReadonlyArray<DocumentServer>
  /** What a gateway before the service asks for; the service itself does not. Default: nothing. */
  readonly security?: ReadonlyArray<SecurityRequirement>
  /** The schemes that `security` names, beside our own `bearerAuth`. Default: none. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  /** An HTML page in place of ours, in which `{{title}}` and `{{specUrl}}` are replaced. */
  readonly customUiTemplate?: string
}

/** {@link OpenApiOptions} with every default filled in. */
export interface OpenApiSettings {
  readonly enabled: boolean
  readonly specPath: string
  readonly docsPath: string
  readonly title: string
  readonly info: InfoNote
  readonly servers: ReadonlyArray<DocumentServer>
  /** Null: nothing. */
  readonly security: ReadonlyArray<SecurityRequirement> | null
  /** Our own among them. */
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  /** Null: our page. */
  readonly customUiTemplate: string | null
}

/** The scripts a page can load from the service. */
export interface ScriptOptions {
  /** `false` removes the three routes. Default `true`. */
  readonly enabled?: boolean
  /** The banner and preference dialog. Default `/cs.js`. */
  readonly path?: string
  /** The runtime without a user interface. Default `/cs.headless.js`. */
  readonly headlessPath?: string
  /** The IAB TCF banner and dialog. Default `/cs.iab.js`. */
  readonly iabPath?: string
  /** The service's address as browsers reach it. Default: derived from each request. */
  readonly backendURL?: string
  /** Browser defaults, over which what a page queues wins. Public: no place for secrets. Default `{}`. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Files to serve in place of those of `@consent-service/browser`: paths, or `file:` URLs. */
  readonly bundles?: { readonly full?: BundleFile; readonly headless?: BundleFile; readonly iab?: BundleFile }
}

const Info = Schema.Struct({
  summary: field(Text),
  description: field(Text),
  termsOfService: field(Text),
  contact: field(Schema.Struct({ name: field(Text), url: field(Text), email: field(Text) })),
  license: field(Schema.Struct({ name: Text, identifier: field(Text), url: field(Text) })),
})

const Requirements = Schema.Array(
  Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }),
).annotations(says("must be an array of security requirements, like [{ bearerAuth: [] }]"))

const schemeTypes = ["http", "apiKey", "mutualTLS", "oauth2", "openIdConnect"] as const

/** What each type of scheme must have is OpenAPI's to say; members we do not know are kept. */
const isScheme = Schema.is(Schema.Struct({ type: Schema.Literal(...schemeTypes), description: Schema.optional(Text) }))

const Schemes = Schema.Record({
  key: Schema.String,
  value: passing(isScheme, `must be an OpenAPI security scheme: an object whose type is ${schemeTypes.join(", ")}`),
})

const File = passing(
  (value) => typeof value === "string" || value instanceof URL,
  "must be the path of a file, or its file: URL",
)

/** The shapes of `openapi` and `script`; what else a script's options must be, `checkRoutes` says. */
export const surfaceFields = {
  openapi: field(
    Schema.Struct({
      enabled: field(Flag),
      specPath: field(RoutePath),
      docsPath: field(RoutePath),
      title: field(NonBlank),
      info: field(Info),
      servers: field(Schema.Array(Schema.Struct({ url: NonBlank, description: field(Text) }))),
      security: field(Requirements),
      securitySchemes: field(Schemes),
      customUiTemplate: field(NonBlank),
    }),
  ),
  script: field(
    Schema.Struct({
      enabled: field(Flag),
      path: field(Text),
      headlessPath: field(Text),
      iabPath: field(Text),
      backendURL: field(Text),
      config: field(passing(Predicate.isRecord, "must be an object of JSON values")),
      bundles: field(Schema.Struct({ full: field(File), headless: field(File), iab: field(File) })),
    }),
  ),
}

/** Fills in the defaults of a checked block. */
export const resolveOpenApi = (options: OpenApiOptions = {}, basePath: string): OpenApiSettings => ({
  enabled: options.enabled ?? true,
  specPath: options.specPath ?? "/spec.json",
  docsPath: options.docsPath ?? "/docs",
  title: options.title ?? defaultTitle,
  info: options.info ?? {},
  servers: options.servers ?? [{ url: normalizeBasePath(basePath) || "/" }],
  security: options.security ?? null,
  securitySchemes: { ...ownSchemes, ...options.securitySchemes },
  customUiTemplate: options.customUiTemplate ?? null,
})

const resolveBundles = (bundles: ScriptOptions["bundles"] = {}): ScriptSettings["bundles"] => {
  const own = bundleFiles()
  return {
    full: bundles.full ?? own?.full,
    headless: bundles.headless ?? own?.headless,
    iab: bundles.iab ?? own?.iab,
  }
}

/** Fills in the defaults of a block. */
export const resolveScript = (options: ScriptOptions = {}): ScriptSettings => ({
  enabled: options.enabled ?? defaultScriptOptions.enabled,
  path: options.path ?? defaultScriptOptions.path,
  headlessPath: options.headlessPath ?? defaultScriptOptions.headlessPath,
  iabPath: options.iabPath ?? defaultScriptOptions.iabPath,
  backendURL: options.backendURL,
  config: options.config ?? defaultScriptOptions.config,
  bundles: resolveBundles(options.bundles),
})

/** Finds requirements that name a scheme the document does not have, which makes it an invalid one. */
export const checkSecurity = ({ security, securitySchemes }: OpenApiSettings): ReadonlyArray<ConfigurationIssue> =>
  (security ?? []).flatMap((requirement, i) =>
    Object.keys(requirement)
      .filter((name) => !Object.hasOwn(securitySchemes, name))
      .map((name) => ({
        option: `openapi.security.${i}.${name}`,
        message: "names a scheme that is not there; describe it in openapi.securitySchemes",
      })),
  )
