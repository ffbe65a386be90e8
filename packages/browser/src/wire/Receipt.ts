/**
 * A receipt of the evidence log, as the service answers it.
 *
 * @module
 */

/** A part of an entry: its text, with the key of its commitment, or the commitment alone. */
export type ReceiptPart = { readonly key: string; readonly text: string } | { readonly commitment: string }

/**
 * A record as it was logged, the proof that it is in the log, and the signed checkpoint of the log. It can be verified without the
 * service.
 */
export interface SignedReceipt {
  readonly format: "consent-service/receipt/v1"
  readonly origin: string
  readonly index: number
  readonly entry: {
    readonly kind: number
    /** Epoch milliseconds. */
    readonly time: number
    readonly parts: { readonly act: ReceiptPart; readonly subject: ReceiptPart; readonly trace: ReceiptPart }
  }
  readonly proof: string
  readonly checkpoint: string
}
