/**
 * What this service corrects in a session report before it is delivered.
 *
 * @module
 */
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import type { SessionReport } from "../session/SessionReport.js"
import { placeUnder } from "./ResolveVisitor.js"

/** A report under the instance's own tenant, whatever the sender claims; null for the single-tenant scope. */
export const tenantReport = (report: SessionReport, tenant: string | null): SessionReport => ({
  ...report,
  tenantId: tenant,
})

/** A report with the jurisdiction of its place, whatever the sender claims. */
export const judgedReport = (
  report: SessionReport,
  manifest: Pick<CompiledManifest, "geolocation">,
): SessionReport => ({
  ...report,
  ...placeUnder(manifest, report),
})
