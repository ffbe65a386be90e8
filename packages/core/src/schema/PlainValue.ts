/**
 * Prepares authored values of any origin for a schema: plain objects with all their own members, also the
 * non-enumerable ones.
 *
 * @module
 */

/** Something in an authored value that is no plain data, and where. */
export interface NotPlain {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/**
 * Whether a value is an object of no class: its prototype is the base object or null.
 *
 * @example
 * ```ts
 * import { isPlainObject } from "@consent-service/core/primitives"
 *
 * isPlainObject({ country: "FR" }) // true
 * isPlainObject(new Map()) // false
 * ```
 */
export const isPlainObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What {@link toPlainValue} does with some of a value's members. */
export interface PlainValueOptions {
  /** Whether an object is kept as it is, unread. Default: none is. */
  readonly keeps?: (value: object, path: ReadonlyArray<PropertyKey>) => boolean
  /** What is wrong with a key, or null. Default: nothing is. */
  readonly keyProblem?: (key: PropertyKey) => string | null
}

/** How deep an authored value can be nested. */
export const deepestNesting = 64

/** How many members an authored value can have: what shares its parts is small in memory and endless when read. */
const mostMembers = 250_000

const unreadable = "could not be read"

/** One copying: what was found so far, and how much was read. */
class Copying {
  readonly problems: Array<NotPlain> = []
  #members = 0

  constructor(readonly settings: PlainValueOptions) {}

  refuse(path: ReadonlyArray<PropertyKey>, message: string): null {
    this.problems.push({ path, message })
    return null
  }

  /** Counts members; false when there are too many, which is reported once. */
  #admits(count: number, path: ReadonlyArray<PropertyKey>): boolean {
    const before = this.#members
    this.#members += count
    if (this.#members <= mostMembers) return true
    if (before <= mostMembers) this.refuse(path, `has too many members; at most ${mostMembers} can be read`)
    return false
  }

  copy(value: unknown, path: ReadonlyArray<PropertyKey>, ancestors: ReadonlyArray<object>): unknown {
    if (typeof value !== "object" || value === null) return value
    if (ancestors.includes(value)) return this.refuse(path, "must not contain itself")
    if (ancestors.length >= deepestNesting) {
      return this.refuse(path, `is nested too deeply; at most ${deepestNesting} levels can be read`)
    }
    try {
      return this.settings.keeps?.(value, path) === true ? value : this.#copyObject(value, path, [...ancestors, value])
    } catch {
      return this.refuse(path, unreadable)
    }
  }

  #copyObject(value: object, path: ReadonlyArray<PropertyKey>, inside: ReadonlyArray<object>): unknown {
    if (Array.isArray(value)) {
      if (!this.#admits(value.length, path)) return null
      // Unlike `map`, `Array.from` makes the gaps of a list items, so that they can be judged.
      return Array.from(value, (item: unknown, index) => this.copy(item, [...path, index], inside))
    }
    if (!isPlainObject(value)) return this.refuse(path, "must be a plain object")
    const keys = Reflect.ownKeys(value)
    if (!this.#admits(keys.length, path)) return null
    const shown: Record<PropertyKey, unknown> = {}
    for (const key of keys) {
      const problem = this.settings.keyProblem?.(key) ?? null
      const member = problem === null ? this.#member(value, key, path, inside) : this.refuse([...path, key], problem)
      Object.defineProperty(shown, key, { value: member, enumerable: true })
    }
    return shown
  }

  #member(
    value: Readonly<Record<PropertyKey, unknown>>,
    key: PropertyKey,
    path: ReadonlyArray<PropertyKey>,
    inside: ReadonlyArray<object>,
  ): unknown {
    const inner = [...path, key]
    let member: unknown
    try {
      member = value[key]
    } catch {
      return this.refuse(inner, unreadable)
    }
    return this.copy(member, inner, inside)
  }
}

/**
 * Copies an authored value so that each object in it shows exactly its own keys: inherited ones are gone, those that
 * were not enumerable can be seen and, where a schema does not know them, refused. It throws for no value.
 *
 * @returns the copy, and each thing inside that is not plain, contains itself, is nested too deeply or cannot be read
 *
 * @example
 * ```ts
 * import { toPlainValue } from "@consent-service/core/primitives"
 *
 * const { problems, value } = toPlainValue({ id: "uk", match: new Map() })
 * value // { id: "uk", match: null }
 * problems // [{ path: ["match"], message: "must be a plain object" }]
 * ```
 */
export const toPlainValue = (
  authored: unknown,
  settings: PlainValueOptions = {},
): { readonly value: unknown; readonly problems: ReadonlyArray<NotPlain> } => {
  const copying = new Copying(settings)
  return { value: copying.copy(authored, [], []), problems: copying.problems }
}
