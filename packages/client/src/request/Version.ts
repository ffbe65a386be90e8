/**
 * How this client identifies itself to the service.
 *
 * @module
 */

/** The version of this package; a test compares it with package.json. */
export const clientVersion = "0.1.0"

/** The supported policy contract. */
export const policyContract = "1"
