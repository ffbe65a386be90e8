/**
 * A bounded memory of values that are expensive to make.
 *
 * Entries live in two generations. A value is added to the young one; when that holds half of the bound, it becomes the
 * old one, and the old one before it is dropped as a whole. A hit in the old generation moves the value to the young one.
 * An exact order of use would change a long-lived `Map` on every hit, and V8 keeps what was ever a key of such a map
 * reachable until the next full garbage collection.
 *
 * @module
 */

/** How much is kept. */
export interface RecentOptions<A> {
  /** The most that all kept entries weigh together; without `weigh`, their number. */
  readonly bound: number
  /** What an entry weighs, more than 0; 1 by default. */
  readonly weigh?: (key: string, value: A) => number
  /** The longest key that is kept, in UTF-16 code units, where untrusted clients choose the keys; unlimited by default. */
  readonly longestKey?: number
}

/** Values by key. */
export interface Recent<A> {
  /** The value of a key, or undefined when it is not kept. */
  readonly find: (key: string) => A | undefined
  /** Keeps a value in place of an earlier one, unless it weighs more than the bound by itself or its key is too long. */
  readonly keep: (key: string, value: A) => void
  /** The value of a key, made and kept when it is not. */
  readonly findOrMake: (key: string, make: () => A) => A
}

/**
 * Makes a memory in which a value stays at least until others of half the bound were used after it.
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
    // A value that is too heavy is not kept, and the one it replaces must not be found in its place.
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
