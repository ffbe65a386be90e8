/**
 * The check of gates: may this run now?
 *
 * @module
 */

/** One category, `necessary` included, or a condition over several: `{ and: ["marketing", { not: "measurement" }] }`. */
import type { VendorCategory } from "@consent-service/core/vendor"
export type Condition = VendorCategory

/** What something needs to run; nothing at all is always granted. */
export interface Need {
  readonly category?: Condition | undefined
  /** The id of a declared vendor; an undeclared one is no obstacle. */
  readonly vendor?: string | undefined
}

/** `pending`: no policy is resolved yet. */
export type Verdict = "granted" | "denied" | "pending"

/** Answers for this moment; gates are notified whenever an answer may have changed. */
export interface Access {
  readonly verdict: (need: Need) => Verdict
  /** Whether a text names a category, or is JSON of a condition whose names all do; null when it does not. */
  readonly readCondition: (text: string) => Condition | null
}

/** Holds back one kind of thing. */
export interface Gate {
  /** Checks everything it holds again. */
  readonly update: () => void
  /** Everything it found that needs something: for the dialog, which offers those categories too. */
  readonly needs: () => ReadonlyArray<Need>
  readonly dispose: () => void
}

/** What every gate is made with. */
export interface GateSettings {
  readonly access: Access
}
