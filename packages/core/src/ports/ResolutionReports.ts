/**
 * The port that receives reports of visitor resolutions. It is optional: without it, reports are only logged.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SessionReport } from "../session/SessionReport.js"

/** What is known of the visitor in addition to the report. Never stored. */
export interface ReportedVisitor {
  /** As the `ipAddress` options let it be kept, or null. */
  readonly ip: string | null
  readonly userAgent: string | null
  /** The headers that a resolution depends on, by lower-case name: never a cookie, an authorization or an address. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Where reports of visitor resolutions are delivered.
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
     * Delivers a report. It ends when the receiver has taken it, and cannot fail.
     *
     * @returns null, or what went wrong with the receiver, for the log
     */
    readonly deliver: (report: SessionReport, visitor: ReportedVisitor) => Effect.Effect<string | null>
  }
>() {}
