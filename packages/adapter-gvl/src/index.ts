/**
 * The vendor-list adapter of Consent Service.
 *
 * @module
 */
export * as GvlEndpoint from "./GvlEndpoint.js"
export * as GvlOptions from "./GvlOptions.js"
export * as GvlVendorLists from "./GvlVendorLists.js"
