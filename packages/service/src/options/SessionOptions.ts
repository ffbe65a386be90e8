/**
 * The `sessions` option: where reports of visitor resolutions go.
 *
 * @module
 */
import type { SessionReport } from "@consent-service/core/visitor"
import {
  type Authored,
  callback,
  Flag,
  optional,
  type OptionGroup,
  type Resolved,
  withDefault,
} from "@consent-service/core/authored"
import type { ReportedVisitor } from "@consent-service/core/ports"
import * as Schema from "effect/Schema"

/** A receiver of session reports. */
export type OnReport = (report: SessionReport, visitor: ReportedVisitor) => unknown

const fields = {
  /**
   * Receives a report of each visitor resolution, and `{ ip, userAgent, headers }`. The service stores none of it, and
   * a failure of the receiver never fails a request.
   *
   * @default none
   */
  onReport: optional(callback<OnReport>()),
  /**
   * `true`: prompts that are due are counted for statistics, by day, country, rule, language and experiment. Only their
   * numbers are stored.
   *
   * @default `false`
   */
  count: withDefault(Flag, false),
  /**
   * `true`: `POST /sessions` needs one of `apiKeys`. Otherwise any server may send reports.
   *
   * @default `false`
   */
  apiKey: withDefault(Flag, false),
}

/** The receiver of session reports, and which clients may send them. */
export interface SessionOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link SessionOptions} with defaults. */
export interface SessionSettings extends Resolved<typeof fields> {}

export const SessionOptions: Schema.Schema<SessionSettings, SessionOptions> = Schema.Struct(fields)
