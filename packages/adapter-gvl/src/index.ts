/**
 * The vendor-list adapter of Consent Service.
 *
 * @module
 */
export * as GvlEndpoint from "./GvlEndpoint.js"
