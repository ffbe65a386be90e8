/**
 * The messages between bundle and service. Their shapes are declared in core.
 *
 * @module
 */

import type { InitBody } from "@consent-service/core/visitor"
import type { SubmissionBody } from "@consent-service/core/consent"
export type { InitBody }

/** The body of a save, as the declared API encodes it. */
export type SavePayload = Partial<Omit<typeof SubmissionBody.Encoded, "type" | "subjectId" | "givenAt">> & {
  readonly type: "cookie_banner"
  readonly subjectId: string
  readonly domain: string
  /** Epoch milliseconds of the act, the same on every attempt. */
  readonly givenAt: number
}

/** The page view that an `/init` request and the saves after it share. */
export interface PageJourney {
  /** A UUID, kept in memory only. */
  readonly id: string
}

/** The inputs of an `/init` in addition to the visitor. */
export interface InitRequest {
  readonly country?: string | undefined
  readonly region?: string | undefined
  readonly language?: string | undefined
  readonly gpc: boolean
  /** `<id>=<arm>`, each part URI-encoded; only while no choice is stored. */
  readonly experiment?: string | undefined
  readonly journey?: PageJourney | undefined
  readonly storedChoice: boolean
  /** For `x-cs-vendors`. */
  readonly vendors?: ReadonlyArray<number> | undefined
}

/** The outcome of an `/init`: a body whose `policyResolution` was checked, or why there is none. */
export type InitOutcome =
  | { readonly ok: true; readonly body: InitBody }
  | { readonly ok: false; readonly reason: "transport" | "invalid-payload" | "unsupported-contract" }

/** The outcome of one delivery of a save. */
export interface Delivery {
  /** `refused` is final: one of the codes for which a retry is useless. A `queued` one stays in the outbox. */
  readonly status: "delivered" | "refused" | "queued"
  /** Why it was not delivered. */
  readonly code: string
}
