/**
 * The entry for programs: the files of the scripts for pages, their texts, and the types of the page API.
 *
 * @module
 */
export { type BundleName, bundleFiles, bundleTexts } from "./Bundles.js"
export type * from "./config/PageOptions.js"
export type { EventName } from "./env/Events.js"
export type { PageApi, PageCall } from "./page/PageApi.js"
export type { Outcome, SaveInput } from "./runtime/Actions.js"
export type { PageSnapshot } from "./runtime/PageSnapshot.js"
