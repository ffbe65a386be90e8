/**
 * The one order of strings: by code unit, the same on every engine and in every language.
 *
 * @module
 */

/**
 * Compares texts by code unit, as a sort wants it.
 *
 * @example
 * ```ts
 * import { compareCodeUnits } from "@consent-service/core/primitives"
 *
 * const arms = ["b", "B", "a"]
 * arms.toSorted(compareCodeUnits) // ["B", "a", "b"]
 * ```
 */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
