/**
 * The entry for programs. In pages: consent for bundlers, and the types of the page API. On servers: the files of the scripts for
 * pages, and their texts.
 *
 * @module
 */
export { type BundleName, bundleFiles, bundleTexts } from "./Bundles.js"
export { createConsent, createHeadlessConsent, createIabConsent } from "./module/CreateConsent.js"
export { type Consent, type ConsentActions, type ConsentStore, makeConsentStore } from "./module/ConsentStore.js"
export type { Condition, Need } from "./consent/Access.js"
export type * from "./config/PageOptions.js"
export type { EventName } from "./env/Events.js"
export type { PageApi, PageCall } from "./page/PageApi.js"
export type { Outcome, SaveInput } from "./runtime/Actions.js"
export type { PageSnapshot } from "./runtime/PageSnapshot.js"
