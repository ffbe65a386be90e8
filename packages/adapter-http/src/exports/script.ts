/**
 * The routes of the browser scripts, and the scripts themselves.
 *
 * @module
 */
export { pinnedPath } from "../script/PinnedPath.js"
export { makeScripts, type PinnedScript, type ScriptContext } from "../script/Script.js"
export * from "../script/ScriptOptions.js"
