/**
 * Verifies receipts of the evidence log offline: needs only the receipt and the log's keys, no service and no
 * package.
 *
 * @module
 */
export { type ReceiptCheck, type ReceiptProblem, type VerifyOptions, verifyReceipt } from "./evidence/VerifyReceipt.js"
