/**
 * The composition of an edge: options in, a Fetch handler out. Nothing of a database is imported here.
 *
 * @module
 */
import { EdgeHttp } from "@consent-service/adapter-http/EdgeHttp"
import { forwardedHeaders } from "@consent-service/adapter-http/request"
import { type FetchContext, toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import type { GvlSettings } from "@consent-service/adapter-gvl/GvlOptions"
import * as RequestVendorLists from "@consent-service/adapter-gvl/RequestVendorLists"
import { Instance, type Observation, Observer, Tenant, Tokens } from "@consent-service/core/ports"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CachePort } from "../cache/ExternalCache.js"
import { instanceOptions } from "../http/HttpOptions.js"
import { makeLog } from "../logging/Log.js"
import { listSettings } from "../options/GvlOptions.js"
import { noticeOrigins, noticeWeakSigningKeys } from "../options/StartNotices.js"
import { withKeys } from "../options/TokenOptions.js"
import * as SessionSink from "../sessions/SessionSink.js"
import { requireEdgeFeatures } from "../configuration/Runtime.js"
import { checkEdgeOptions } from "./CheckEdgeOptions.js"
import type { ConsentEdgeOptions, EdgeSettings } from "./EdgeOptions.js"

/** A running edge. */
export interface ConsentEdge {
  /**
   * Answers a request; it never rejects.
   *
   * @param context - the runtime's data about the request, such as a Worker's `waitUntil`
   */
  readonly handler: (request: Request, context?: FetchContext) => Promise<Response>
}

const edgeHttp = (settings: EdgeSettings, gvl: GvlSettings<CachePort> | null) => {
  const { background, ipAddress, limits, openapi, origin, script, trustedProxies, ...rest } = settings
  const { ipAddressHeaders, masking, tracking } = ipAddress
  const { fetch, ...where } = origin
  // Without a word on proxies only the connection counts: clients can send any header.
  const headers = ipAddressHeaders ?? (trustedProxies === null ? [] : forwardedHeaders)
  return EdgeHttp.layer({
    ...rest,
    origin: fetch === undefined ? where : { ...where, fetch },
    gvl,
    addresses: { tracking, masking, trustedProxies, headers },
    maxBodyBytes: limits.maxBodyBytes,
    script: script.enabled ? script : null,
    documentation: openapi.enabled ? openapi : null,
    background: background ?? (() => {}),
  })
}

/** The layers that an edge may have. */
const optionalLayers = (
  { sessions }: EdgeSettings,
  gvl: GvlSettings<CachePort> | null,
  observe: (observation: Observation) => void,
) => {
  const onReport = sessions?.onReport
  const observer = Layer.succeed(Observer, observe)
  const lists = gvl === null ? Layer.empty : RequestVendorLists.layer(gvl)
  return Layer.mergeAll(
    // Bundled lists are validated with the options; an invalid one stops the start.
    Layer.orDie(Layer.provide(lists, Layer.merge(FetchHttpClient.layer, observer))),
    onReport === undefined ? Layer.empty : SessionSink.layer({ onReport }),
  )
}

/**
 * Builds an edge: `/init`, `/manifest`, the scripts and vendor lists are answered here, everything else of the API by the
 * service at `origin`. Nothing is opened, and nothing outlives a request.
 *
 * @throws ConsentConfigurationError naming every invalid option
 *
 * @example
 * ```ts
 * import { createConsentEdge } from "consent-service/edge"
 *
 * const origin = { url: "https://consent.internal.example", key: process.env["CONSENT_EDGE_KEY"] ?? "" }
 * const edge = createConsentEdge({ trustedOrigins: ["shop.example"], origin })
 * export default { fetch: (request: Request) => edge.handler(request) }
 * ```
 */
export const createConsentEdge = (authored: ConsentEdgeOptions): ConsentEdge => {
  requireEdgeFeatures(globalThis)
  const settings = checkEdgeOptions(authored)
  const { observe } = makeLog(settings.observability)
  const { policySnapshot, tenantId, trustedOrigins } = settings
  for (const notice of [...noticeWeakSigningKeys({ policySnapshot }), ...noticeOrigins(trustedOrigins)]) observe(notice)
  const gvl = listSettings(settings)
  const tokens = {
    policySnapshot: policySnapshot && withKeys(policySnapshot),
    legalDocumentSnapshot: null,
    identityToken: null,
  }
  const layer = edgeHttp(settings, gvl).pipe(
    Layer.provide(Layer.merge(Tokens.layer(), optionalLayers(settings, gvl, observe))),
    Layer.provide(Layer.merge(Tenant.layer(tenantId), Instance.layer(instanceOptions({ ...settings, tokens })))),
    Layer.provide(Layer.succeed(Observer, observe)),
  )
  const kernel = Effect.runSync(Effect.scoped(Effect.map(Layer.build(layer), (built) => Context.get(built, EdgeHttp))))
  return { handler: toFetchHandler(kernel) }
}
