/**
 * Rate limits, admission, and the delay of the event loop.
 *
 * @module
 */
export * from "../limit/Admission.js"
export * from "../limit/RateLimitOptions.js"
