/**
 * The HTTP surface, declared once. The dispatch table, the decoders and the OpenAPI document are derived from it; only
 * what is declared here is routed.
 *
 * @module
 */
import * as HttpApi from "@effect/platform/HttpApi"
import type { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Context from "effect/Context"
import { adminGroup } from "./api/AdminGroup.js"
import { browserEndpoints, browserGroup, type ScriptPaths } from "./api/BrowserGroup.js"
import { consentGroup } from "./api/ConsentGroup.js"
import { type EvidenceAccess, evidenceGroup, evidenceGroupOf } from "./api/EvidenceGroup.js"
import { disclosureGroup } from "./api/DisclosureGroup.js"
import { erasureGroup } from "./api/ErasureGroup.js"
import { documentationEndpoints, documentationGroup, type DocumentationPaths } from "./api/DocumentationGroup.js"
import { TakesRest } from "./api/Annotations.js"
import { policyGroup, policyGroupWithKey } from "./api/PolicyGroup.js"
import { serviceGroup } from "./api/ServiceGroup.js"
import { recordGroup } from "./api/RecordGroup.js"
import { statisticsGroup } from "./api/StatisticsGroup.js"
import { vendorListGroup } from "./api/VendorListGroup.js"
import { defaultScriptSettings } from "./script/ScriptOptions.js"

/** The routes that an instance may move, or leave out with null. */
export interface MovableRoutes {
  /** Whether the vendor-list route exists. */
  readonly vendorLists: boolean
  /** Which routes of the evidence log are public; null where there is none. Default: as in {@link defaultRoutes}. */
  readonly evidence?: EvidenceAccess | null
  /** Whether there are routes for erasures and legal holds; `true` by default. */
  readonly erasures?: boolean
  /** Whether there is the list of records; `true` by default. */
  readonly records?: boolean
  /** Whether there are statistics; `true` by default. */
  readonly statistics?: boolean
  /** Whether there are routes that hand out what is on record about a person, and packs; `true` by default. */
  readonly disclosures?: boolean
  readonly scripts: ScriptPaths | null
  readonly documentation: DocumentationPaths | null
  /** Whether `POST /sessions` needs an API key; `false` by default. */
  readonly sessionsNeedKey?: boolean
}

/** The API's default title. */
export const defaultTitle = "cs API"

/** The default paths. */
export const defaultRoutes = {
  vendorLists: true,
  evidence: { public: "checkpoint" },
  scripts: defaultScriptSettings,
  documentation: { specPath: "/spec.json", docsPath: "/docs" },
} as const satisfies MovableRoutes

const service = HttpApi.make("consent").add(serviceGroup)

const fixed = service.add(policyGroup).add(consentGroup).add(adminGroup)

const fixedWithKey = service.add(policyGroupWithKey).add(consentGroup).add(adminGroup)

/** The whole surface, with everything where it is by default. */
export const api = fixed
  .add(vendorListGroup)
  .add(evidenceGroup)
  .add(erasureGroup)
  .add(recordGroup)
  .add(statisticsGroup)
  .add(disclosureGroup)
  .add(browserGroup(browserEndpoints(defaultRoutes.scripts)))
  .add(documentationGroup(documentationEndpoints(defaultRoutes.documentation)))

/** A surface, whichever groups it has. */
export type InstanceApi = HttpApi.HttpApi<"consent", HttpApiGroup.HttpApiGroup.Any, HttpApiDecodeError, never>

/**
 * The surface of an instance.
 *
 * @example
 * ```ts
 * import { apiOf, defaultRoutes, endpointsOf } from "@consent-service/adapter-http/api"
 *
 * const instance = apiOf({ ...defaultRoutes, scripts: null })
 * endpointsOf(instance).some(({ path }) => path === "/cs.js") // false
 * ```
 */
export const apiOf = ({
  disclosures = true,
  documentation,
  erasures = true,
  evidence = defaultRoutes.evidence,
  records = true,
  scripts,
  sessionsNeedKey = false,
  statistics = true,
  vendorLists,
}: MovableRoutes): InstanceApi => {
  const always: InstanceApi = sessionsNeedKey ? fixedWithKey : fixed
  const withLists = vendorLists ? always.add(vendorListGroup) : always
  const first = evidence === null ? withLists : withLists.add(evidenceGroupOf(evidence))
  const withErasures = erasures ? first.add(erasureGroup) : first
  const withRecords = records ? withErasures.add(recordGroup) : withErasures
  const withStatistics = statistics ? withRecords.add(statisticsGroup) : withRecords
  const withDisclosures = disclosures ? withStatistics.add(disclosureGroup) : withStatistics
  const withScripts = scripts === null ? withDisclosures : withDisclosures.add(browserGroup(browserEndpoints(scripts)))
  return documentation === null
    ? withScripts
    : withScripts.add(documentationGroup(documentationEndpoints(documentation)))
}

/** The key of an endpoint for routing. */
export interface EndpointPath {
  readonly method: string
  readonly path: string
  /** Whether the last parameter of the path takes all segments that are left. */
  readonly takesRest: boolean
}

/**
 * The method and path of every endpoint of a surface.
 *
 * @example
 * ```ts
 * import { api, endpointsOf } from "@consent-service/adapter-http/api"
 *
 * endpointsOf(api).filter(({ path }) => path === "/status") // [{ method: "GET", path: "/status", takesRest: false }]
 * ```
 */
export const endpointsOf = (instance: InstanceApi): ReadonlyArray<EndpointPath> => {
  const found: Array<EndpointPath> = []
  HttpApi.reflect(instance, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { annotations, method, path } }) =>
      found.push({ method, path, takesRest: Context.get(annotations, TakesRest) }),
  })
  return found
}
