/**
 * The port that receives reports of visitor resolutions. It is optional: without it, reports are only logged.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SessionReport } from "../session/SessionReport.js"

/** The visitor's data in addition to the report. Never stored. */
export interface ReportedVisitor {
  /** Processed as the `ipAddress` options require, or null. */
  readonly ip: string | null
  readonly userAgent: string | null
  /** The headers that a resolution depends on, by lower-case name: never a cookie, an authorization or an address. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Delivers reports of visitor resolutions.
 *
 * @example
 * ```ts
 * import { ResolutionReports } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const reports = Layer.succeed(ResolutionReports, {
 *   deliver: ({ country, resolution }) => Effect.as(Effect.log(resolution, country), null),
 * })
 * ```
 */
export class ResolutionReports extends Context.Tag("@consent-service/core/ports/ResolutionReports")<
  ResolutionReports,
  {
    /**
     * Delivers a report. Completes when the receiver has accepted it, and cannot fail.
     *
     * @returns null, or the receiver's error, for the log
     */
    readonly deliver: (report: SessionReport, visitor: ReportedVisitor) => Effect.Effect<string | null>
  }
>() {}
