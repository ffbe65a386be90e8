/**
 * The consent categories and their one canonical order.
 *
 * @module
 */

/** The optional categories, in canonical order. */
export const optionalCategories = ["experience", "functionality", "marketing", "measurement"] as const

/** An optional category. */
export type OptionalCategory = (typeof optionalCategories)[number]

/** The category that needs no consent. */
export const necessary = "necessary"

const names: ReadonlyArray<unknown> = optionalCategories

/**
 * Whether a name is an optional category. `necessary` is not: it needs no consent.
 *
 * @example
 * ```ts
 * import { isOptionalCategory } from "@consent-service/core/policy"
 *
 * isOptionalCategory("marketing") // true
 * isOptionalCategory("necessary") // false
 * ```
 */
export const isOptionalCategory = (name: unknown): name is OptionalCategory => names.includes(name)

/**
 * The given categories without duplicates, in canonical order.
 *
 * @example
 * ```ts
 * import { inCanonicalOrder } from "@consent-service/core/policy"
 *
 * inCanonicalOrder(["measurement", "experience", "measurement"]) // ["experience", "measurement"]
 * ```
 */
export const inCanonicalOrder = (categories: Iterable<OptionalCategory>): ReadonlyArray<OptionalCategory> => {
  const given = new Set(categories)
  return optionalCategories.filter((category) => given.has(category))
}
