/**
 * The routes of the browser scripts.
 *
 * @module
 */
export * from "../script/ScriptOptions.js"
