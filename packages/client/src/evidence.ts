/**
 * Verifies receipts of the evidence log offline: nothing but the receipt and the log's keys is needed, no service and no
 * package.
 *
 * @module
 */
export { type ReceiptCheck, type ReceiptProblem, type VerifyOptions, verifyReceipt } from "./evidence/VerifyReceipt.js"
