/**
 * `cs.declaration.js`: the services of a page and their cookies, for every script.
 *
 * @module
 */
export { declare } from "../declaration/Declaration.js"
