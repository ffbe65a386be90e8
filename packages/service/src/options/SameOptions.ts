/**
 * Whether two values of options are equal.
 *
 * @module
 */

type Members = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Members => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const haveSameMembers = (one: Members, other: Members): boolean => {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameOptions(one[name], other[name]))
  )
}

/**
 * Compares plain data by content, and everything else (functions, layers, caches, clients) by identity: what such a value does
 * is not known.
 */
export const sameOptions = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, i) => sameOptions(value, other[i]))
  return isPlain(one) && isPlain(other) && haveSameMembers(one, other)
}
