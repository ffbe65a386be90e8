/**
 * The HTTP surface, declared once. From this come the dispatch table, the decoders and the OpenAPI document; nothing
 * is routed that is not declared here (service.md, "Endpoints").
 *
 * @module
 */
import * as HttpApi from "@effect/platform/HttpApi"
import type { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { adminGroup } from "./api/AdminGroup.js"
import { browserEndpoints, browserGroup, type ScriptPaths } from "./api/BrowserGroup.js"
import { consentGroup } from "./api/ConsentGroup.js"
import { documentationEndpoints, documentationGroup, type DocumentationPaths } from "./api/DocumentationGroup.js"
import { policyGroup } from "./api/PolicyGroup.js"
import { serviceGroup } from "./api/ServiceGroup.js"
import { vendorListGroup } from "./api/VendorListGroup.js"
import { defaultScriptOptions } from "./script/ScriptOptions.js"

/** The routes that an instance may move, or leave out with null. */
export interface MovableRoutes {
  /** Whether there is the route of vendor lists. */
  readonly vendorLists: boolean
  readonly scripts: ScriptPaths | null
  readonly documentation: DocumentationPaths | null
}

/** What the API is called unless an instance says otherwise. */
export const defaultTitle = "cs API"

/** Where they are unless an instance says otherwise. */
export const defaultRoutes = {
  vendorLists: true,
  scripts: defaultScriptOptions,
  documentation: { specPath: "/spec.json", docsPath: "/docs" },
} as const satisfies MovableRoutes

const fixed = HttpApi.make("consent").add(serviceGroup).add(policyGroup).add(consentGroup).add(adminGroup)

/** The whole surface, with everything where it is by default. */
export const api = fixed
  .add(vendorListGroup)
  .add(browserGroup(browserEndpoints(defaultRoutes.scripts)))
  .add(documentationGroup(documentationEndpoints(defaultRoutes.documentation)))

/** A surface with whatever groups it has. */
export type InstanceApi = HttpApi.HttpApi<"consent", HttpApiGroup.HttpApiGroup.Any, HttpApiDecodeError, never>

/** The surface of an instance. */
export const apiOf = ({ documentation, scripts, vendorLists }: MovableRoutes): InstanceApi => {
  const first: InstanceApi = vendorLists ? fixed.add(vendorListGroup) : fixed
  const withScripts = scripts === null ? first : first.add(browserGroup(browserEndpoints(scripts)))
  return documentation === null
    ? withScripts
    : withScripts.add(documentationGroup(documentationEndpoints(documentation)))
}
