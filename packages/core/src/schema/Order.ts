/**
 * The one order of strings: by code unit, the same on every engine and in every language.
 *
 * @module
 */

/** Compares texts by code unit, as a sort wants it. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
