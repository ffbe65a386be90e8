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
export const decidedCategories = (preferences: Json): ReadonlyArray<DecidedCategory> => {
  const values = new Map<string, Json>(Object.entries(preferences ?? {}))
  return optionalCategories.flatMap((category) => {
    const value = values.get(category)
    return typeof value === "boolean" ? [{ category, isGranted: value }] : []
  })
}
