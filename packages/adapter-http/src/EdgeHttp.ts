/**
 * The HTTP side of an edge as one layer: what needs no database is answered from the manifest, by the handlers that the
 * service itself has; every other declared route is forwarded to the origin.
 *
 * @module
 */
import type { CompiledManifest } from "@consent-service/core/manifest"
import { currentObserver, Instance, Tenant, type Tokens, VendorLists } from "@consent-service/core/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { apiOf, endpointsOf } from "./Api.js"
import type { DocumentationPaths } from "./api/DocumentationGroup.js"
import { type Forward, forwardedRoutes, makeForward, orForwarded } from "./edge/ForwardedRoutes.js"
import { makeOrigin, type OriginOptions } from "./edge/Origin.js"
import { initPlatform, policyRoutes } from "./handlers/Policy.js"
import { instanceScripts, scriptRoutes } from "./handlers/Scripts.js"
import type { ManifestCache } from "./answer/PublicCaching.js"
import { vendorListRoutes, type VendorListSettings } from "./handlers/VendorLists.js"
import { noCompression } from "./compression/Compression.js"
import { compileDispatch } from "./kernel/DispatchTable.js"
import type { Kernel } from "./kernel/Exchange.js"
import { kernelFibers, makeKernel } from "./kernel/Kernel.js"
import type { Route } from "./kernel/Route.js"
import { type AddressPolicy, compileAddresses } from "./request/ClientAddress.js"
import { normalizeBasePath } from "./request/Target.js"
import { compileTrustedOrigins } from "./request/TrustedOrigins.js"
import type { ScriptBundles, ScriptSettings } from "./script/ScriptOptions.js"

/** The settings of an edge. Those that the service has too must have the same values. */
export interface EdgeHttpOptions {
  readonly origin: OriginOptions & {
    /** One of the service's `edgeKeys`. */
    readonly key: string
  }
  readonly manifestCache: ManifestCache
  /** How the visitor's address is found; masking and tracking apply to reports only, as the origin has its own settings. */
  readonly addresses: AddressPolicy
  readonly basePath: string
  readonly trustedOrigins: ReadonlyArray<string>
  readonly maxBodyBytes: number
  /** How vendor lists are served, where `VendorLists` are in context; null forwards requests for them. */
  readonly gvl: Omit<VendorListSettings, "lists"> | null
  /** The script routes; null has none. */
  readonly script: ScriptSettings | null
  /** The texts of the scripts; requests for a missing one are forwarded. */
  readonly scriptTexts: { readonly [name in keyof ScriptBundles]?: string | undefined }
  /** Where the origin serves its API reference; null where it does not. */
  readonly documentation: DocumentationPaths | null
  /** Keeps a background task alive after the response, where the transport cannot. */
  readonly background: (task: Promise<unknown>) => unknown
}

const variants = ["full", "headless", "iab"] as const

/** The routes of the scripts that the edge has a text of. The platform compresses responses of its edges. */
const ownScripts = (options: EdgeHttpOptions, manifest: CompiledManifest): ReadonlyArray<Route> => {
  const { script, scriptTexts } = options
  if (script === null) return []
  const bundles = Object.fromEntries(
    Object.entries(scriptTexts).flatMap(([name, text]) => (text === undefined ? [] : [[name, async () => text]])),
  )
  const settings = { ...options, script: { ...script, bundles }, compression: noCompression }
  const routes = scriptRoutes(instanceScripts(settings, manifest))
  return variants.flatMap((variant) => (scriptTexts[variant] === undefined ? [] : routes[variant]))
}

const ownLists = (settings: VendorListSettings | null, forward: Forward): ReadonlyArray<Route> =>
  settings === null
    ? []
    : // An edge knows fewer editions than the origin does, which may have referred the visitor to one.
      vendorListRoutes(settings, noCompression).map((route) =>
        orForwarded(route, ({ _tag }) => _tag === "VendorListUnknown", forward),
      )

const make = (options: EdgeHttpOptions) =>
  Effect.gen(function* () {
    const { documentation, gvl, origin, script } = options
    const basePath = normalizeBasePath(options.basePath)
    const tenant = yield* Tenant
    const observe = yield* currentObserver
    const { manifest } = yield* Instance
    if (manifest.policyErrors.length > 0) observe({ _tag: "PolicyRulesInvalid", errors: manifest.policyErrors })
    const lists = Option.getOrNull(yield* Effect.serviceOption(VendorLists))
    const vendorLists = gvl === null || lists === null ? null : { ...gvl, lists }
    const forward = makeForward({
      origin: makeOrigin(origin),
      key: origin.key,
      // The origin decides what is stored, and how much.
      addresses: compileAddresses({ ...options.addresses, tracking: true, masking: false }),
      basePath,
      maxBodyBytes: options.maxBodyBytes,
    })
    const addresses = compileAddresses(options.addresses)
    const own = [
      ...policyRoutes(
        { ...options, manifest, compression: noCompression },
        yield* initPlatform({ addresses, tenant }, vendorLists),
      ),
      ...ownScripts(options, manifest),
      ...ownLists(vendorLists, forward),
    ]
    const declared = endpointsOf(apiOf({ vendorLists: true, scripts: script, documentation }))
    const runtime = yield* Effect.runtime<never>()
    return makeKernel({
      dispatch: compileDispatch([...own, ...forwardedRoutes(declared, own, forward)]),
      runtime,
      fibers: yield* kernelFibers(runtime),
      trustsOrigin: compileTrustedOrigins(options.trustedOrigins),
      authenticates: () => false,
      observe,
      basePath,
      maxBodyBytes: options.maxBodyBytes,
      tenant,
      background: options.background,
      tracing: false,
    })
  })

/**
 * The HTTP side of an edge; a shell (`shell/FetchShell`) puts its kernel behind a transport.
 *
 * @example
 * ```ts
 * import { EdgeHttp } from "@consent-service/adapter-http/EdgeHttp"
 * import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
 * import * as Effect from "effect/Effect"
 *
 * const handler = Effect.map(EdgeHttp, (kernel) => toFetchHandler(kernel))
 * ```
 */
export class EdgeHttp extends Context.Tag("@consent-service/adapter-http/EdgeHttp")<EdgeHttp, Kernel>() {
  /** Builds it for the `Tenant` and the `Instance` in context; `VendorLists` and `ResolutionReports` are used where they are there. */
  static readonly layer = (options: EdgeHttpOptions): Layer.Layer<EdgeHttp, never, Instance | Tokens> =>
    Layer.scoped(EdgeHttp, make(options))
}
