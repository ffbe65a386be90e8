/**
 * Reading requests: target, addresses, signals.
 *
 * @module
 */
export * from "../request/Address.js"
export * from "../request/ClientAddress.js"
export { defaultMaxBodyBytes } from "../request/JsonBody.js"
export * from "../request/ReadSignals.js"
export * from "../request/Target.js"
export * from "../request/TrustedOrigins.js"
export * from "../request/TrustedProxies.js"
