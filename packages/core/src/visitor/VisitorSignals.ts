/**
 * What is known about a visitor when a policy is resolved.
 *
 * @module
 */
import type { ExperimentArm } from "../experiment/ExperimentArm.js"
import type { Journey } from "../session/Journey.js"

/** Everything the resolution of one visitor depends on. */
export interface VisitorSignals {
  /** As sent, in any case; null when unknown. */
  readonly country: string | null
  /** As sent, in any case; null when unknown. */
  readonly region: string | null
  /** Whether the visitor's browser sends Global Privacy Control. */
  readonly gpc: boolean
  /** The `Accept-Language` value up to its last whole entry within 255 characters; `en` when absent. */
  readonly acceptLanguage: string
  /** The arm of a banner experiment that the client shows. */
  readonly experiment: ExperimentArm | null
  readonly journey: Journey | null
  /** The host of the requesting page, where its origin is http(s); null without a journey. */
  readonly pageHost: string | null
  /** Whether the client speaks policy contract 1, the only one that this service speaks. */
  readonly contractSupported: boolean
}

/** A visitor about whom nothing is known. */
export const unknownVisitor: VisitorSignals = {
  country: null,
  region: null,
  gpc: false,
  acceptLanguage: "en",
  experiment: null,
  journey: null,
  pageHost: null,
  contractSupported: true,
}
