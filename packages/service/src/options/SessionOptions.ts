/**
 * Where reports of visitor resolutions go (service.md, "Events" 1; contract decision 31).
 *
 * @module
 */
import type { ReportedVisitor } from "@consent-service/core/ports/ResolutionReports"
import type { SessionReport } from "@consent-service/core/session/SessionReport"
import * as Schema from "effect/Schema"
import { Callback } from "./Shape.js"

/** The receiver of session reports. */
export interface SessionOptions {
  /** Called for every resolution; the service stores nothing of it, and its failure never fails a request. */
  readonly onReport: (report: SessionReport, visitor: ReportedVisitor) => unknown
}

export const SessionShape = Schema.Struct({ onReport: Callback })
