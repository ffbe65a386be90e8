/**
 * Caches that several parts of Consent Service may share.
 *
 * @module
 */
export {}
