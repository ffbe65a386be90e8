/**
 * The version of the packages, which a service reports unless its options name another.
 *
 * @module
 */

/** That of every package.json; a constant, because an edge platform reads no files. */
export const packageVersion = "0.1.0"
