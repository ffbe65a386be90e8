/**
 * The consent categories and their one canonical order.
 *
 * @module
 */

/** The categories a visitor may refuse, in canonical order. */
export const optionalCategories = ["experience", "functionality", "marketing", "measurement"] as const

/** A category a visitor may refuse. */
export type OptionalCategory = (typeof optionalCategories)[number]

/** The category that needs no consent. */
export const necessary = "necessary"

/** Whether a name is that of a category a visitor may refuse. */
export const isOptionalCategory = (name: unknown): name is OptionalCategory =>
  optionalCategories.some((category) => category === name)

/** The given categories without duplicates, in canonical order. */
export const inCanonicalOrder = (categories: Iterable<OptionalCategory>): ReadonlyArray<OptionalCategory> => {
  const given = new Set(categories)
  return optionalCategories.filter((category) => given.has(category))
}
