/**
 * What this service corrects in a session report before it is delivered.
 *
 * @module
 */
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import type { SessionReport } from "../session/SessionReport.js"
import { placeUnder } from "./ResolveVisitor.js"

/**
 * A report under the instance's own tenant, whatever the sender claims; null for the single-tenant scope.
 *
 * @example
 * ```ts
 * import { type SessionReport, tenantReport } from "@consent-service/core/visitor"
 *
 * const sent: SessionReport = {
 *   source: "render",
 *   revision: "1",
 *   resolution: "no-match",
 *   policy: null,
 *   country: "FR",
 *   region: null,
 *   language: "fr",
 *   gpc: false,
 *   tenantId: "another",
 * }
 * tenantReport(sent, "shop").tenantId // "shop"
 * ```
 */
export const tenantReport = (report: SessionReport, tenant: string | null): SessionReport => ({
  ...report,
  tenantId: tenant,
})

/**
 * A report with the jurisdiction of its place, whatever the sender claims. Under a manifest that ignores locations it has
 * no place, and counts as `GDPR`.
 *
 * @example
 * ```ts
 * import { judgedReport, type SessionReport } from "@consent-service/core/visitor"
 *
 * const sent: SessionReport = {
 *   source: "render",
 *   revision: "1",
 *   resolution: "no-match",
 *   policy: null,
 *   country: "CH",
 *   region: null,
 *   language: "fr",
 *   gpc: false,
 * }
 * judgedReport(sent, { geolocation: true }).jurisdiction // "CH"
 * ```
 */
export const judgedReport = (
  report: SessionReport,
  manifest: Pick<CompiledManifest, "geolocation">,
): SessionReport => ({
  ...report,
  ...placeUnder(manifest, report),
})
