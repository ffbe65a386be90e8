/**
 * What a page calls rarely, loaded on demand: the visitor's receipt, and the overlay for developers. The code itself is in `tools/`,
 * which knows a page by `window.cs` alone.
 *
 * @module
 */
import type { SignedReceipt } from "../wire/Receipt.js"

/** What to do with a receipt. */
export interface ReceiptOptions {
  /** Downloads it as a file. Default: false. */
  readonly save?: boolean
}

/**
 * A receipt, or why there is none. `none`: nothing of this visitor is on record. `pending`: the decision is not delivered or not
 * logged yet. `unavailable`: the service cannot be reached, or issues no receipts.
 */
export type ReceiptOutcome =
  | { readonly ok: true; readonly receipt: SignedReceipt }
  | { readonly ok: false; readonly reason: "none" | "pending" | "unavailable" }

/** Whether the overlay is shown. `unavailable`: its file cannot be loaded. */
export type DebugOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: "unavailable" }

/** The code. */
export interface Tools {
  readonly receipt: (options?: ReceiptOptions) => Promise<ReceiptOutcome>
  readonly debug: () => Promise<DebugOutcome>
}
