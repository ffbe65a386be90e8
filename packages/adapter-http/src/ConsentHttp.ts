/**
 * The whole HTTP side of an instance as one layer: declared routes, use cases and kernel over the ports it is given.
 *
 * @module
 */
import { Subjects } from "@consent-service/core/subject"
import type { CompiledManifest } from "@consent-service/core/manifest"
import {
  Archive,
  Cache,
  ConsentStore,
  currentObserver,
  DocumentStore,
  Instance,
  tenantOfAll,
  Tokens,
  VendorLists,
} from "@consent-service/core/ports"
import { Consents } from "@consent-service/core/consent"
import { compileTrustedOrigins } from "./request/TrustedOrigins.js"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { apiOf, defaultRoutes, defaultTitle } from "./Api.js"
import type { EvidenceAccess } from "./api/EvidenceGroup.js"
import { documentationEndpoints, type DocumentationPaths } from "./api/DocumentationGroup.js"
import { documentationPage } from "./handlers/Documentation.js"
import { instanceScripts } from "./handlers/Scripts.js"
import { defaultManifestCache, type ManifestCache } from "./answer/PublicCaching.js"
import type { VendorListSettings } from "./handlers/VendorLists.js"
import { makeRoutes, type OptionalParts } from "./Handlers.js"
import { type Compression, platformCompression } from "./compression/Compression.js"
import { compileDispatch } from "./kernel/DispatchTable.js"
import type { Kernel } from "./kernel/Exchange.js"
import { kernelFibers, makeKernel } from "./kernel/Kernel.js"
import type { Route } from "./kernel/Route.js"
import { type AdmissionCounts, type AdmissionOptions, makeAdmission } from "./limit/Admission.js"
import { makeRateLimit } from "./limit/RateLimit.js"
import type { RateLimitOptions } from "./limit/RateLimitOptions.js"
import { type DocumentInfo, makeOpenApiDocument, type OpenApiDocument } from "./openapi/Document.js"
import { compileApiKeys } from "./request/ApiKeys.js"
import { type AddressPolicy, defaultAddressHeaders, observeAddresses } from "./request/ClientAddress.js"
import { defaultMaxBodyBytes } from "./request/JsonBody.js"
import { disclosuresOf, erasuresOf, evidenceOf, recordsOf, statisticsOf } from "./OptionalParts.js"
import type { PackTools } from "./pack/PackTools.js"
import { isBelow, normalizeBasePath, routePath } from "./request/Target.js"
import { defaultScriptSettings, type ScriptSettings } from "./script/ScriptOptions.js"
import { packageVersion } from "./Version.js"

/** How an instance answers. */
export interface ConsentHttpOptions {
  readonly manifestCache: ManifestCache
  readonly addresses: AddressPolicy
  /** A request that carries one of them comes from the site's own backend. */
  readonly apiKeys: ReadonlyArray<string>
  readonly version: string
  readonly basePath: string
  readonly trustedOrigins: ReadonlyArray<string>
  readonly maxBodyBytes: number
  /** How many saves may run concurrently, and how many may wait. */
  readonly admission: Partial<AdmissionOptions>
  /**
   * The rate limits of one client; null disables them. Acts are counted with other processes where a `Cache` is in
   * context.
   */
  readonly rateLimit: RateLimitOptions | null
  /** Whether `POST /sessions` needs an API key. */
  readonly sessionsNeedKey: boolean
  /**
   * Which routes of the evidence log are public, where `EvidenceReader` and `CheckpointSigner` are in context; null
   * has none.
   */
  readonly evidence: EvidenceAccess | null
  /** How vendor lists are served, where `VendorLists` are in context; null serves none. */
  readonly gvl: Omit<VendorListSettings, "lists"> | null
  /** The script routes; null has none. */
  readonly script: ScriptSettings | null
  /** `/spec.json` and `/docs`; null has neither. */
  readonly documentation: DocumentationOptions | null
  /**
   * What evidence packs need of the platform. Where `EvidenceLog` and `Erasures` are in context, too, there are routes
   * that hand out what is on record about a person, and packs; null, the default, has none.
   */
  readonly packTools: PackTools | null
  /** Keeps a background task alive after the response, where the transport cannot. */
  readonly background: (task: Promise<unknown>) => unknown
  /** Whether each request runs in a span of the tracer in context. */
  readonly tracing: boolean
  /** Compresses answers. Default: with `node:zlib`, where the runtime has it. */
  readonly compression: Compression
}

/** How an instance describes itself. */
export interface DocumentationOptions extends DocumentationPaths, Omit<DocumentInfo, "version"> {
  /** A custom page, in which `{{title}}` and `{{specUrl}}` are replaced. */
  readonly template?: string | undefined
}

/** The defaults. */
export const defaults: ConsentHttpOptions = {
  manifestCache: defaultManifestCache,
  addresses: { tracking: true, masking: true, headers: defaultAddressHeaders, trustedProxies: null },
  apiKeys: [],
  version: packageVersion,
  basePath: "",
  trustedOrigins: [],
  maxBodyBytes: defaultMaxBodyBytes,
  admission: {},
  rateLimit: {},
  sessionsNeedKey: false,
  evidence: defaultRoutes.evidence,
  gvl: null,
  script: defaultScriptSettings,
  documentation: { ...defaultRoutes.documentation, title: defaultTitle },
  packTools: null,
  background: () => {},
  tracing: false,
  compression: platformCompression,
}

/** An instance's HTTP side. */
export interface ConsentSurface {
  readonly kernel: Kernel
  /**
   * Whether a path, as sent, belongs to this instance, whatever the method: below `basePath`, or a route of it. A host hands
   * other paths on.
   */
  readonly owns: (path: string) => boolean
  /** The kernel: it answers every declared route and no other. */
  readonly routes: ReadonlyArray<Pick<Route, "method" | "template">>
  /** The OpenAPI document of this instance's routes, those of the document itself left out where it has none. */
  readonly document: () => OpenApiDocument
  /** The API reference as an HTML page. */
  readonly docsPage: () => string
  /** How many saves run, and how many wait. */
  readonly saves: () => AdmissionCounts
  /** Completes when no save is running or waiting. */
  readonly drained: Effect.Effect<void>
}

const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | null = null
  return () => (made ??= { value: make() }).value
}

const describe = (
  options: ConsentHttpOptions,
  {
    disclosures,
    erasures,
    evidence,
    records,
    statistics,
    vendorLists,
  }: Pick<OptionalParts, "disclosures" | "erasures" | "evidence" | "records" | "statistics" | "vendorLists">,
) => {
  const basePath = normalizeBasePath(options.basePath)
  const paths = options.documentation ?? { ...defaultRoutes.documentation, title: defaultTitle }
  const endpoints = documentationEndpoints(paths)
  const { documentation, script } = options
  const { sessionsNeedKey } = options
  const api = apiOf({
    vendorLists: vendorLists !== null,
    evidence,
    erasures: erasures !== null,
    records: records !== null,
    statistics: statistics !== null,
    disclosures: disclosures !== null,
    scripts: script,
    documentation,
    sessionsNeedKey,
  })
  const info = { server: basePath || "/", ...paths, version: options.version }
  const document = lazy(() => makeOpenApiDocument(api, info))
  /** For a document that names no server except the root of its own host. */
  const underMount = (root: OpenApiDocument, mount: string): OpenApiDocument =>
    root.servers.every(({ url }) => url === "/") ? { ...root, servers: [{ url: mount }] } : root
  return {
    compression: options.compression,
    endpoints,
    basePath,
    title: paths.title,
    template: paths.template,
    document: (mount: string) => (mount === "" ? document() : underMount(document(), mount)),
  }
}

const scriptsOf = (options: ConsentHttpOptions, manifest: CompiledManifest): OptionalParts["scripts"] =>
  options.script === null
    ? null
    : instanceScripts({ ...options, script: options.script, edgeKeys: options.addresses.edgeKeys ?? [] }, manifest)

/** The tenant of the composition. A store of another tenant would leak its records, so construction fails. */
const tenant = Effect.flatMap(Effect.all({ ConsentStore, DocumentStore, Archive, Tokens }), tenantOfAll)

const make = (options: ConsentHttpOptions) =>
  Effect.gen(function* () {
    const composition = { ...options, tenant: yield* tenant }
    const observe = yield* currentObserver
    const cache = Option.getOrNull(yield* Effect.serviceOption(Cache))
    const { manifest, translationProblems: problems } = yield* Instance
    if (manifest.policyErrors.length > 0) observe({ _tag: "PolicyRulesInvalid", errors: manifest.policyErrors })
    if (problems.length > 0) observe({ _tag: "TranslationsQuestionable", problems })
    const authenticates = compileApiKeys(options.apiKeys)
    const admission = makeAdmission(options.admission, yield* Effect.clock)
    if (options.rateLimit === null) observe({ _tag: "RateLimitOff" })
    const addresses = observeAddresses(options.addresses, options.rateLimit !== null, observe)
    const shared = cache === null ? null : { cache, tenant: composition.tenant }
    const rateLimit = options.rateLimit === null ? null : makeRateLimit(options.rateLimit, shared)
    const lists = Option.getOrNull(yield* Effect.serviceOption(VendorLists))
    const vendorLists = options.gvl === null || lists === null ? null : { ...options.gvl, lists }
    const evidence = yield* evidenceOf(options.evidence)
    const erasures = yield* erasuresOf
    const records = yield* recordsOf
    const statistics = yield* statisticsOf(options.evidence)
    const disclosures = yield* disclosuresOf(options)
    const description = describe(options, { disclosures, erasures, evidence, records, statistics, vendorLists })
    const routes = yield* makeRoutes(
      { ...composition, manifest, authenticates, admission, rateLimit, addresses, addressPolicy: options.addresses },
      {
        vendorLists,
        evidence,
        erasures,
        records,
        statistics,
        disclosures,
        scripts: scriptsOf(options, manifest),
        documentation: options.documentation === null ? null : description,
      },
    )
    const dispatch = compileDispatch(routes)
    const runtime = yield* Effect.runtime<never>()
    const kernel = makeKernel({
      ...composition,
      dispatch,
      runtime,
      fibers: yield* kernelFibers(runtime),
      trustsOrigin: compileTrustedOrigins(options.trustedOrigins),
      authenticates,
      observe,
    })
    return {
      kernel,
      owns: (path) => {
        const { basePath } = description
        return (basePath !== "" && isBelow(path, basePath)) || dispatch(routePath(path, basePath)) !== null
      },
      routes: routes.map(({ method, template }) => ({ method, template })),
      document: () => description.document(""),
      docsPage: () => documentationPage(description),
      saves: admission.counts,
      drained: admission.drained,
    } satisfies ConsentSurface
  })

/** What an instance needs of the outside; it uses a `Cache`, `ResolutionReports`, `VendorLists`, and `EvidenceReader` with `CheckpointSigner`, too, where they are there. */
export type ConsentPorts = ConsentStore | DocumentStore | Archive | Tokens | Instance

/**
 * The HTTP side of an instance; a shell (`shell/FetchShell`, `shell/NodeShell`) puts its kernel behind a transport.
 *
 * @example
 * ```ts
 * import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
 * import { recommendedPolicyRules } from "@consent-service/core/policy"
 * import { Instance, type Stores, Tokens } from "@consent-service/core/ports"
 * import * as Layer from "effect/Layer"
 *
 * const httpOver = (stores: Layer.Layer<Stores>) =>
 *   ConsentHttp.layer().pipe(
 *     Layer.provide(Layer.merge(stores, Tokens.layer())),
 *     Layer.provide(Instance.layer({ manifest: { policyRules: recommendedPolicyRules() } })),
 *   )
 * ```
 */
export class ConsentHttp extends Context.Tag("@consent-service/adapter-http/ConsentHttp")<
  ConsentHttp,
  ConsentSurface
>() {
  /**
   * Builds it over the ports in context, for the `Tenant` and the `Instance` in context.
   *
   * @throws a defect, `TenantMismatch`, when a store holds the records of another tenant
   */
  static readonly layer = (options: Partial<ConsentHttpOptions> = {}): Layer.Layer<ConsentHttp, never, ConsentPorts> =>
    Layer.scoped(ConsentHttp, make({ ...defaults, ...options })).pipe(
      // Fresh: layers are shared by reference, and two tenants of one graph must not share use cases.
      Layer.provide(Layer.fresh(Layer.merge(Consents.layer, Subjects.layer))),
    )
}
