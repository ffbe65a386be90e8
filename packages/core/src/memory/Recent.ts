/**
 * A bounded cache of values that are expensive to make.
 *
 * Entries are in two generations. A value is added to the young one; when that holds half of the bound, it becomes the
 * old one, and the old one before it is dropped as a whole. A hit in the old generation moves the value to the young one.
 * An exact order of use would change a long-lived `Map` on every hit, and V8 keeps every former key of such a map
 * reachable until the next full garbage collection.
 *
 * @module
 */

/** The limits of the cache. */
export interface RecentOptions<A> {
  /** The total weight of all entries; without `weigh`, their number. */
  readonly bound: number
  /** The weight of an entry, more than 0; 1 by default. */
  readonly weigh?: (key: string, value: A) => number
  /** The longest key that is kept, in UTF-16 code units, where untrusted clients choose the keys; unlimited by default. */
  readonly longestKey?: number
}

/** Values by key. */
export interface Recent<A> {
  /** The value of a key, or undefined when it is not cached. */
  readonly find: (key: string) => A | undefined
  /** Stores a value, replacing an earlier one, unless its weight exceeds the bound or its key is too long. */
  readonly keep: (key: string, value: A) => void
  /** The cached value of a key, or a new one. */
  readonly findOrMake: (key: string, make: () => A) => A
}

/**
 * Makes a cache that keeps a value at least until others of half the bound were used after it.
 *
 * @example
 * ```ts
 * import { recent } from "@consent-service/core/primitives"
 *
 * const lengths = recent<number>({ bound: 256 })
 * lengths.findOrMake("hello", () => 5) // 5
 * lengths.find("hello") // 5
 * ```
 */
export const recent = <A extends {} | null>({
  bound,
  longestKey = Number.POSITIVE_INFINITY,
  weigh = () => 1,
}: RecentOptions<A>): Recent<A> => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  let youngWeight = 0
  let oldWeight = 0

  const add = (key: string, value: A, weight: number): void => {
    if (youngWeight + weight > bound / 2) {
      old = young
      oldWeight = youngWeight
      young = new Map()
      youngWeight = 0
    }
    young.set(key, value)
    youngWeight += weight
    if (youngWeight + oldWeight > bound) {
      old = new Map()
      oldWeight = 0
    }
  }

  const find = (key: string): A | undefined => {
    const found = young.get(key)
    if (found !== undefined) return found
    const older = old.get(key)
    if (older !== undefined) add(key, older, weigh(key, older))
    return older
  }

  const keep = (key: string, value: A): void => {
    if (key.length > longestKey) return
    const weight = weigh(key, value)
    const replaced = young.get(key)
    if (replaced !== undefined) {
      young.delete(key)
      youngWeight -= weigh(key, replaced)
    }
    if (weight <= bound) add(key, value, weight)
    // A value that is too heavy is not stored, and the one it replaces must not be found instead.
    else old.delete(key)
  }

  return {
    find,
    keep,
    findOrMake: (key, make) => {
      const known = find(key)
      if (known !== undefined) return known
      const value = make()
      keep(key, value)
      return value
    },
  }
}
