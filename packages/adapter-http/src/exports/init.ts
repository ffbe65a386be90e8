/**
 * The bodies of `GET /init`.
 *
 * @module
 */
export * from "../init/InitBodies.js"
