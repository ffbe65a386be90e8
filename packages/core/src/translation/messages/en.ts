import type { CompleteBundle } from "./Bundle.js"
import { enIab } from "./enIab.js"
import { enSite } from "./enSite.js"

/** English; also what every other language is measured by. */
export const en: CompleteBundle = { ...enSite, iab: enIab }
