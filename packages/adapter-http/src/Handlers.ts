/**
 * Every declared route with its handler, over the use cases of the environment.
 *
 * @module
 */
import { Subjects } from "@consent-service/core/subject"
import { ConsentStore, ResolutionReports } from "@consent-service/core/ports"
import { Consents, makePublish } from "@consent-service/core/consent"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { adminRoutes } from "./handlers/Admin.js"
import { consentRoutes } from "./handlers/Consent.js"
import { disclosureRoutes, type DisclosureSettings } from "./handlers/Disclosure.js"
import { type ErasureSettings, erasureRoutes } from "./handlers/Erasure.js"
import { type EvidenceSettings, evidenceRoutes } from "./handlers/Evidence.js"
import { documentationRoutes, type DocumentationSettings } from "./handlers/Documentation.js"
import { initPlatform, policyRoutes } from "./handlers/Policy.js"
import { type InstanceScripts, scriptRoutes } from "./handlers/Scripts.js"
import { serviceRoutes } from "./handlers/Service.js"
import { sessionRoutes } from "./handlers/Sessions.js"
import type { HandlerSettings } from "./handlers/HandlerSettings.js"
import { recordRoutes, type RecordSettings } from "./handlers/Records.js"
import { statisticsRoutes, type StatisticsSettings } from "./handlers/Statistics.js"
import { vendorListRoutes, type VendorListSettings } from "./handlers/VendorLists.js"
import type { Route } from "./kernel/Route.js"

/** The optional parts of an instance. */
export interface OptionalParts {
  readonly vendorLists: VendorListSettings | null
  readonly evidence: EvidenceSettings | null
  readonly erasures: ErasureSettings | null
  readonly records: RecordSettings | null
  readonly statistics: StatisticsSettings | null
  readonly disclosures: DisclosureSettings | null
  readonly scripts: InstanceScripts | null
  readonly documentation: DocumentationSettings | null
}

/** Makes the routes of an instance: the required ones, and those of its optional parts. */
export const makeRoutes = (
  settings: HandlerSettings,
  { disclosures, documentation, erasures, evidence, records, scripts, statistics, vendorLists }: OptionalParts,
) =>
  Effect.gen(function* () {
    const store = yield* ConsentStore
    const subjects = yield* Subjects
    const reports = Option.getOrNull(yield* Effect.serviceOption(ResolutionReports))
    const clock = yield* Effect.clock
    const platform = yield* initPlatform(settings, vendorLists)
    const ports = { subjects, experiments: store, publish: yield* makePublish }
    const routes: ReadonlyArray<Route> = [
      ...serviceRoutes(settings, store, clock),
      ...policyRoutes(settings, platform),
      ...sessionRoutes(settings, reports),
      ...consentRoutes(settings, yield* Consents, subjects),
      ...adminRoutes(ports),
      ...(vendorLists === null ? [] : vendorListRoutes(vendorLists, settings.compression)),
      ...(evidence === null ? [] : evidenceRoutes(settings, evidence)),
      ...(erasures === null ? [] : erasureRoutes(erasures)),
      ...(records === null ? [] : recordRoutes(records)),
      ...(statistics === null ? [] : statisticsRoutes(statistics)),
      ...(disclosures === null ? [] : disclosureRoutes(disclosures)),
      ...(scripts === null ? [] : Object.values(scriptRoutes(scripts)).flat()),
      ...(documentation === null ? [] : documentationRoutes(documentation)),
    ]
    return routes
  })
