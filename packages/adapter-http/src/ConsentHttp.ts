/**
 * The whole HTTP side of an instance as one layer: declared routes, use cases and kernel over the ports it is given.
 *
 * @module
 */
import { Consents, noTokens, type TokenSettings } from "@consent-service/core/consent/Consents"
import { compileManifest } from "@consent-service/core/manifest/CompiledManifest"
import { inspectTranslations } from "@consent-service/core/manifest/InspectTranslations"
import type { Hosting, ManifestConfig } from "@consent-service/core/manifest/ManifestConfig"
import type { ManifestDocument } from "@consent-service/core/manifest/ManifestDocument"
import { Cache } from "@consent-service/core/ports/Cache"
import type { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import type { DocumentRegistry } from "@consent-service/core/ports/DocumentRegistry"
import type { ExperimentReader } from "@consent-service/core/ports/ExperimentReader"
import type { IdentityLinks } from "@consent-service/core/ports/IdentityLinks"
import type { ManifestArchive } from "@consent-service/core/ports/ManifestArchive"
import { Observer } from "@consent-service/core/ports/Observer"
import type { TokenMac } from "@consent-service/core/ports/TokenMac"
import { VendorLists } from "@consent-service/core/ports/VendorLists"
import { compileTrustedOrigins } from "@consent-service/core/privacy/TrustedOrigins"
import { Subjects } from "@consent-service/core/subject/Subjects"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { apiOf, defaultRoutes, defaultTitle } from "./Api.js"
import { browserEndpoints } from "./api/BrowserGroup.js"
import { documentationEndpoints, type DocumentationPaths } from "./api/DocumentationGroup.js"
import { documentationPage } from "./handlers/Documentation.js"
import { type ManifestCache, publicCaching } from "./handlers/Setting.js"
import type { VendorListSetting } from "./handlers/VendorLists.js"
import { makeRoutes, type OptionalParts } from "./Handlers.js"
import type { Kernel } from "./kernel/Exchange.js"
import { makeKernel } from "./kernel/Kernel.js"
import type { Route } from "./kernel/Route.js"
import { type AdmissionOptions, makeAdmission } from "./limit/Admission.js"
import { makeRateLimit, type RateLimitOptions } from "./limit/RateLimit.js"
import { rememberTexts } from "./memory/RememberedTexts.js"
import { type DocumentInfo, makeOpenApiDocument, type OpenApiDocument } from "./openapi/OpenApiDocument.js"
import { compileApiKeys } from "./request/ApiKeys.js"
import { type AddressPolicy, defaultAddressHeaders } from "./request/ClientAddress.js"
import { normalizeBasePath } from "./request/RoutePath.js"
import { makeScripts } from "./script/Script.js"
import { defaultScriptOptions, type ScriptOptions } from "./script/ScriptOptions.js"

/** How an instance answers. */
export interface ConsentHttpOptions {
  readonly manifest: ManifestConfig
  readonly hosting: Hosting
  /** `false` ignores visitors' locations (contract decision 11). */
  readonly geolocation: boolean
  readonly manifestCache: ManifestCache
  readonly addresses: AddressPolicy
  /** How tokens are signed and verified; none of a kind that is null. */
  readonly tokens: TokenSettings
  /** Whoever carries one of them is the site's own backend. */
  readonly apiKeys: ReadonlyArray<string>
  /** The tenant that act ids are derived for; the ledger must be scoped to the same. Null: the single-tenant scope. */
  readonly tenant: string | null
  readonly version: string
  readonly basePath: string
  readonly trustedOrigins: ReadonlyArray<string>
  readonly maxBodyBytes: number
  /** How many saves may be under way, and how many may wait to be. */
  readonly admission: Partial<AdmissionOptions>
  /** How often one visitor may write; null limits nobody. Shared between processes where a `Cache` is in context. */
  readonly rateLimit: RateLimitOptions | null
  /**
   * The headers that hold a visitor's address for the rate limit, because a proxy of the integrator's sets them. Null
   * believes the connection, and where that comes from a private address the last entry of `x-forwarded-for`, which the
   * proxy there has added.
   */
  readonly networkHeaders: ReadonlyArray<string> | null
  /** How vendor lists are served, where `VendorLists` are in context; null serves none. */
  readonly gvl: Omit<VendorListSetting, "lists"> | null
  /** The script routes; null has none. */
  readonly script: ScriptOptions | null
  /** `/spec.json` and `/docs`; null has neither. */
  readonly documentation: DocumentationOptions | null
  /** Keeps a task alive that no answer waits for, where the transport has no way of its own. */
  readonly background: (task: Promise<unknown>) => unknown
  /** Whether each request runs in a span of the tracer in context. */
  readonly tracing: boolean
}

/** How an instance describes itself. */
export interface DocumentationOptions extends DocumentationPaths, Omit<DocumentInfo, "version"> {
  /** A page instead of ours, in which `{{title}}` and `{{specUrl}}` are replaced. */
  readonly template?: string | undefined
}

/** What holds where an option is not given. */
export const defaults: ConsentHttpOptions = {
  manifest: {},
  hosting: "self-hosted",
  geolocation: true,
  manifestCache: { sMaxAge: 300, staleWhileRevalidate: 86_400 },
  addresses: { tracking: true, masking: true, headers: defaultAddressHeaders },
  tokens: noTokens,
  apiKeys: [],
  tenant: null,
  version: "0.0.0",
  basePath: "",
  trustedOrigins: [],
  maxBodyBytes: 64 * 1024,
  admission: {},
  rateLimit: null,
  networkHeaders: null,
  gvl: null,
  script: defaultScriptOptions,
  documentation: { ...defaultRoutes.documentation, title: defaultTitle },
  background: () => {},
  tracing: false,
}

/** An instance's HTTP side. */
export interface ConsentSurface {
  readonly kernel: Kernel
  /** What the kernel answers: nothing that is not declared, and all that is. */
  readonly routes: ReadonlyArray<Pick<Route, "method" | "template">>
  /** The OpenAPI document of this instance's routes, those of the document itself left out where it has none. */
  readonly document: () => OpenApiDocument
  /** The API reference as an HTML page. */
  readonly docsPage: () => string
  /** Ends when no save is under way or waiting. */
  readonly drained: Effect.Effect<void>
}

const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | null = null
  return () => (made ??= { value: make() }).value
}

const describe = (options: ConsentHttpOptions, vendorLists: boolean) => {
  const basePath = normalizeBasePath(options.basePath)
  const paths = options.documentation ?? { ...defaultRoutes.documentation, title: defaultTitle }
  const endpoints = documentationEndpoints(paths)
  const { documentation, script } = options
  const api = apiOf({ vendorLists, scripts: script, documentation })
  const info = { server: basePath || "/", ...paths, version: options.version }
  return {
    endpoints,
    basePath,
    title: paths.title,
    template: paths.template,
    document: lazy(() => makeOpenApiDocument(api, info)),
  }
}

const scriptsOf = (options: ConsentHttpOptions, manifest: ManifestDocument): OptionalParts["scripts"] => {
  const { basePath, manifestCache, script } = options
  if (script === null) return null
  const caching = publicCaching(manifestCache)
  const setting = { manifest, basePath: normalizeBasePath(basePath), cacheControl: caching["cache-control"] }
  return { endpoints: browserEndpoints(script), scripts: makeScripts(script, setting) }
}

const make = (options: ConsentHttpOptions) =>
  Effect.gen(function* () {
    const observe = yield* Observer
    const cache = Option.getOrNull(yield* Effect.serviceOption(Cache))
    const manifest = rememberTexts(compileManifest(options.manifest, options))
    if (manifest.policyErrors.length > 0) observe({ _tag: "PolicyRulesInvalid", errors: manifest.policyErrors })
    const { errors, warnings } = inspectTranslations(options.manifest)
    const problems = [...errors, ...warnings]
    if (problems.length > 0) observe({ _tag: "TranslationsQuestionable", problems })
    const authenticates = compileApiKeys(options.apiKeys)
    const admission = makeAdmission(options.admission)
    const rateLimit = options.rateLimit === null ? null : makeRateLimit(options.rateLimit, cache)
    const lists = Option.getOrNull(yield* Effect.serviceOption(VendorLists))
    const vendorLists = options.gvl === null || lists === null ? null : { ...options.gvl, lists }
    const description = describe(options, vendorLists !== null)
    const routes = yield* makeRoutes(
      { ...options, manifest, authenticates, admission, rateLimit },
      {
        vendorLists,
        scripts: scriptsOf(options, manifest.document),
        documentation: options.documentation === null ? null : description,
      },
    )
    const kernel = makeKernel({
      ...options,
      routes,
      runtime: yield* Effect.runtime<never>(),
      trustsOrigin: compileTrustedOrigins(options.trustedOrigins),
      authenticates,
      observe,
    })
    return {
      kernel,
      routes: routes.map(({ method, template }) => ({ method, template })),
      document: description.document,
      docsPage: () => documentationPage(description),
      drained: admission.drained,
    } satisfies ConsentSurface
  })

/** What an instance needs of the outside; it uses a `Cache`, `ResolutionReports` and `VendorLists`, too, where they are there. */
export type ConsentPorts =
  | ConsentLedger
  | IdentityLinks
  | DocumentRegistry
  | ExperimentReader
  | ManifestArchive
  | TokenMac
  | Observer

/** The HTTP side of an instance; a shell (`shell/FetchShell`, `shell/NodeShell`) puts its kernel behind a transport. */
export class ConsentHttp extends Context.Tag("@consent-service/adapter-http/ConsentHttp")<
  ConsentHttp,
  ConsentSurface
>() {
  /** Builds it over the ports of the environment. */
  static readonly layer = (options: Partial<ConsentHttpOptions> = {}): Layer.Layer<ConsentHttp, never, ConsentPorts> =>
    Layer.effect(ConsentHttp, make({ ...defaults, ...options })).pipe(
      Layer.provide(Layer.merge(Consents.layer, Subjects.layer)),
    )
}
