/**
 * Every declared route with its handler, over the use cases of the environment.
 *
 * @module
 */
import { Consents } from "@consent-service/core/consent/Consents"
import { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import { DocumentRegistry } from "@consent-service/core/ports/DocumentRegistry"
import { ExperimentReader } from "@consent-service/core/ports/ExperimentReader"
import { ResolutionReports } from "@consent-service/core/ports/ResolutionReports"
import { TokenMac } from "@consent-service/core/ports/TokenMac"
import { Subjects } from "@consent-service/core/subject/Subjects"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { browserEndpoints } from "./api/BrowserGroup.js"
import { adminRoutes } from "./handlers/Admin.js"
import { consentRoutes } from "./handlers/Consent.js"
import { documentationRoutes, type DocumentationSetting } from "./handlers/Documentation.js"
import { policyRoutes } from "./handlers/Policy.js"
import { scriptRoutes } from "./handlers/Scripts.js"
import { serviceRoutes } from "./handlers/Service.js"
import { initDelivery, sessionRoutes } from "./handlers/Sessions.js"
import type { InstanceSetting } from "./handlers/Setting.js"
import { vendorListRoutes, type VendorListSetting } from "./handlers/VendorLists.js"
import type { Route } from "./kernel/Route.js"
import type { Scripts } from "./script/Script.js"

/** The scripts of an instance, and where they are. */
export interface ScriptSetting {
  readonly endpoints: ReturnType<typeof browserEndpoints>
  readonly scripts: Scripts
}

/** The parts an instance may have. */
export interface OptionalParts {
  readonly vendorLists: VendorListSetting | null
  readonly scripts: ScriptSetting | null
  readonly documentation: DocumentationSetting | null
}

/** Makes the routes of an instance: those that are always there, and those of its optional parts. */
export const makeRoutes = (setting: InstanceSetting, { documentation, scripts, vendorLists }: OptionalParts) =>
  Effect.gen(function* () {
    const ledger = yield* ConsentLedger
    const subjects = yield* Subjects
    const reports = Option.getOrNull(yield* Effect.serviceOption(ResolutionReports))
    const deliver = initDelivery(setting, reports)
    const clock = yield* Effect.clock
    const platform = { clock, mac: yield* TokenMac, deliver, vendorLists }
    const ports = { subjects, experiments: yield* ExperimentReader, documents: yield* DocumentRegistry }
    const routes: ReadonlyArray<Route> = [
      ...serviceRoutes(setting, ledger, clock),
      ...policyRoutes(setting, platform),
      ...sessionRoutes(setting, reports),
      ...consentRoutes(setting, yield* Consents, subjects),
      ...adminRoutes(ports),
      ...(vendorLists === null ? [] : vendorListRoutes(vendorLists)),
      ...(scripts === null ? [] : scriptRoutes(scripts.endpoints, scripts.scripts)),
      ...(documentation === null ? [] : documentationRoutes(documentation)),
    ]
    return routes
  })
