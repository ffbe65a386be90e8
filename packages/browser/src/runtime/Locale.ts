/**
 * The visitor's languages, in the form of `Accept-Language`.
 *
 * @module
 */

import { at } from "../store/Plain.js"

/** The page's setting, else the browser's list, else English. */
export const acceptLanguage = (configured: string | undefined): string =>
  configured || globalThis.navigator?.languages?.join() || "en"

/** Whether the browser currently sends Global Privacy Control. */
export const gpcNow = (): boolean => at(globalThis.navigator, "globalPrivacyControl") === true
