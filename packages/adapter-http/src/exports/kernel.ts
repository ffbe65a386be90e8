/**
 * The seam between a transport and the kernel.
 *
 * @module
 */
export * from "../kernel/Exchange.js"
