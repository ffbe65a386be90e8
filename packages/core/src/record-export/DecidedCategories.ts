/**
 * What a record decided about each category.
 *
 * @module
 */
import type { Json } from "../digest/CanonicalJson.js"
import { type OptionalCategory, optionalCategories } from "../policy/Category.js"

/** The decision about a category. */
export interface DecidedCategory {
  readonly category: OptionalCategory
  readonly isGranted: boolean
}

const valueOf = (preferences: Json, category: OptionalCategory): Json | undefined =>
  typeof preferences === "object" && preferences !== null && !Array.isArray(preferences)
    ? Object.entries(preferences).find(([name]) => name === category)?.[1]
    : undefined

/**
 * The optional categories that stored preferences decide about, in canonical order. `necessary` is not among them: it
 * needs no consent.
 *
 * @example
 * ```ts
 * import { decidedCategories } from "@consent-service/core/records"
 *
 * decidedCategories({ necessary: true, marketing: false }) // [{ category: "marketing", isGranted: false }]
 * ```
 */
export const decidedCategories = (preferences: Json): ReadonlyArray<DecidedCategory> =>
  optionalCategories.flatMap((category) => {
    const value = valueOf(preferences, category)
    return typeof value === "boolean" ? [{ category, isGranted: value }] : []
  })
