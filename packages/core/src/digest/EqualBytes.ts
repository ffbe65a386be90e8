/**
 * The comparison of secrets.
 *
 * @module
 */

/** Compares in a time that does not depend on where two equally long byte strings differ. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}
