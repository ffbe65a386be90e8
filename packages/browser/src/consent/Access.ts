/**
 * The check that gates use: may this run now?
 *
 * @module
 */

import type { VendorCategory } from "@consent-service/core/vendor"

/** One category, `necessary` included, or a condition over several: `{ and: ["marketing", { not: "measurement" }] }`. */
export type Condition = VendorCategory

/** The needs of something gated; with no needs it always runs. */
export interface Need {
  /** A category, or a condition such as `{ and: ["measurement", "marketing"] }`. */
  readonly category?: Condition | undefined
  /** The id of a declared vendor; an undeclared one is ignored. */
  readonly vendor?: string | undefined
}

/** `pending`: no policy is resolved yet. */
export type Verdict = "granted" | "denied" | "pending"

/** Answers for this moment; gates are notified whenever an answer may change. */
export interface Access {
  readonly verdictFor: (need: Need) => Verdict
}

/** Gates one kind of thing. */
export interface Gate {
  /** Checks everything that it gates again. */
  readonly update: () => void
  /** The needs of everything it found, so that the dialog offers those categories too. */
  readonly needs: () => ReadonlyArray<Need>
  readonly dispose: () => void
}
