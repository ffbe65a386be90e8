/**
 * What is told of a resolution beside its report, and which resolutions are reported at all (wire.md 1.5).
 *
 * @module
 */
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import { placeUnder } from "../visitor/ResolveVisitor.js"
import { type Lookup, signalHeaders } from "../visitor/VisitorSignals.js"
import type { SessionReport } from "./SessionReport.js"

const reported: ReadonlyArray<string> = ["user-agent", "x-cs-version", ...signalHeaders]

/** The headers that a receiver of reports may see: never a cookie, an authorization or an address. */
export const reportedHeaders = (header: Lookup): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  for (const name of reported) {
    const value = header(name)
    if (value !== null) headers[name] = value
  }
  return headers
}

/** A report under the instance's own tenant, whatever the sender says; null for the single-tenant scope. */
export const tenantReport = (report: SessionReport, tenant: string | null): SessionReport => ({
  ...report,
  tenantId: tenant,
})

/** A report with the jurisdiction of its place, whatever the sender says (contract decisions 10 and 11). */
export const judgedReport = (
  report: SessionReport,
  manifest: Pick<CompiledManifest, "geolocation">,
): SessionReport => ({
  ...report,
  ...placeUnder(manifest, report),
})

const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"]

/** Whether a browser or a framework asks ahead of a visit that may never come; such a request is not reported. */
export const isSpeculative = (header: Lookup): boolean =>
  header("next-router-prefetch")?.trim() === "1" ||
  purposeHeaders.some((name) => /prefetch|prerender/i.test(header(name) ?? ""))
