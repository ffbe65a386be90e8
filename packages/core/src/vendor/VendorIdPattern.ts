/**
 * The pattern of a declared vendor's id.
 *
 * @module
 */

/** 1 to 64 of `a-z 0-9 . _ -`, the first a letter or digit. */
export const vendorIdPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/
