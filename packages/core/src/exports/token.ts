/**
 * Policy, document and identity tokens.
 *
 * @module
 */
export * from "../token/DocumentToken.js"
export * from "../token/IdentityToken.js"
export * from "../token/Jws.js"
export * from "../token/PolicyToken.js"
