/**
 * Authored values of any origin, brought to what a schema can judge: plain objects with all their own members in
 * sight (policy.md 1.1).
 *
 * @module
 */

/** Something in an authored value that is no plain data, and where. */
export interface NotPlain {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/** Whether a value is an object of no class: its prototype is the base object or null. */
export const isPlainObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Copies an authored value so that each object in it shows exactly its own keys: inherited ones are gone, those that
 * were not enumerable can be seen and, where a schema does not know them, refused.
 *
 * @returns the copy, and each thing inside that is not plain, contains itself or cannot be read
 */
export const toPlainValue = (
  authored: unknown,
): { readonly value: unknown; readonly problems: ReadonlyArray<NotPlain> } => {
  const problems: Array<NotPlain> = []

  const read = (value: Readonly<Record<PropertyKey, unknown>>, key: PropertyKey, path: ReadonlyArray<PropertyKey>) => {
    try {
      return value[key]
    } catch {
      problems.push({ path, message: "could not be read" })
      return null
    }
  }

  const copy = (value: unknown, path: ReadonlyArray<PropertyKey>, ancestors: ReadonlyArray<unknown>): unknown => {
    if (typeof value !== "object" || value === null) return value
    if (ancestors.includes(value)) {
      problems.push({ path, message: "must not contain itself" })
      return null
    }
    const inside = [...ancestors, value]
    // Unlike `map`, `Array.from` makes the gaps of a list items, so that they can be judged.
    if (Array.isArray(value)) return Array.from(value, (item: unknown, index) => copy(item, [...path, index], inside))
    if (!isPlainObject(value)) {
      problems.push({ path, message: "must be a plain object" })
      return null
    }
    const shown: Record<PropertyKey, unknown> = {}
    for (const key of Reflect.ownKeys(value)) {
      const inner = [...path, key]
      Object.defineProperty(shown, key, { value: copy(read(value, key, inner), inner, inside), enumerable: true })
    }
    return shown
  }

  return { value: copy(authored, [], []), problems }
}
