/**
 * The life of a record after it was stored: retention, erasure, its certificates, and the legal holds that forbid it.
 *
 * @module
 */
export * from "../erasure/Bodies.js"
export * from "../erasure/Certificate.js"
export * from "../erasure/Erase.js"
export * from "../erasure/EraseAgain.js"
export * from "../erasure/Holds.js"
export * from "../erasure/PlanErasure.js"
export * from "../erasure/PlanRetention.js"
export * from "../erasure/Retain.js"
