/**
 * Every declared route with its handler, over the use cases of the environment.
 *
 * @module
 */
import { Subjects } from "@consent-service/core/subject"
import { ConsentStore, DocumentStore, Instance, ResolutionReports, Tokens } from "@consent-service/core/ports"
import { Consents } from "@consent-service/core/consent"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { browserEndpoints } from "./api/BrowserGroup.js"
import { adminRoutes } from "./handlers/Admin.js"
import { consentRoutes } from "./handlers/Consent.js"
import { documentationRoutes, type DocumentationSettings } from "./handlers/Documentation.js"
import { policyRoutes } from "./handlers/Policy.js"
import { scriptRoutes } from "./handlers/Scripts.js"
import { serviceRoutes } from "./handlers/Service.js"
import { initDelivery, sessionRoutes } from "./handlers/Sessions.js"
import type { HandlerSettings } from "./handlers/HandlerSettings.js"
import { vendorListRoutes, type VendorListSettings } from "./handlers/VendorLists.js"
import type { Route } from "./kernel/Route.js"
import type { Scripts } from "./script/Script.js"

/** The scripts of an instance, and where they are. */
export interface InstanceScripts {
  readonly endpoints: ReturnType<typeof browserEndpoints>
  readonly scripts: Scripts
}

/** The parts an instance may have. */
export interface OptionalParts {
  readonly vendorLists: VendorListSettings | null
  readonly scripts: InstanceScripts | null
  readonly documentation: DocumentationSettings | null
}

/** Makes the routes of an instance: those that are always there, and those of its optional parts. */
export const makeRoutes = (settings: HandlerSettings, { documentation, scripts, vendorLists }: OptionalParts) =>
  Effect.gen(function* () {
    const store = yield* ConsentStore
    const subjects = yield* Subjects
    const reports = Option.getOrNull(yield* Effect.serviceOption(ResolutionReports))
    const deliver = initDelivery(settings, reports)
    const clock = yield* Effect.clock
    const { tokens: configured } = yield* Instance
    const tokens = configured.policySnapshot === null ? null : yield* Tokens
    const platform = { clock, tokens, deliver, vendorLists }
    const ports = { subjects, experiments: store, documents: yield* DocumentStore }
    const routes: ReadonlyArray<Route> = [
      ...serviceRoutes(settings, store, clock),
      ...policyRoutes(settings, platform),
      ...sessionRoutes(settings, reports),
      ...consentRoutes(settings, yield* Consents, subjects),
      ...adminRoutes(ports),
      ...(vendorLists === null ? [] : vendorListRoutes(vendorLists)),
      ...(scripts === null ? [] : scriptRoutes(scripts.endpoints, scripts.scripts)),
      ...(documentation === null ? [] : documentationRoutes(documentation)),
    ]
    return routes
  })
