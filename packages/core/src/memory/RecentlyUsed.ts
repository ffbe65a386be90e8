/**
 * A bounded memory of what is expensive to make: whatever is asked for, no more than so many values are kept.
 *
 * @module
 */

/** Gives the value of a key, made anew when it is not among those kept. */
export type RecentlyUsed<A> = (key: string, make: () => A) => A

/**
 * Makes a memory in which, when it is full, the value that was used longest ago gives way.
 *
 * @param limit - the most values that are kept
 * @param longestKey - the most characters of a key whose value is kept, where strangers choose the keys
 */
export const recentlyUsed = <A>(limit: number, longestKey: number = Number.POSITIVE_INFINITY): RecentlyUsed<A> => {
  // In the order of their last use.
  const kept = new Map<string, { readonly value: A }>()
  return (key, make) => {
    if (key.length > longestKey) return make()
    const entry = kept.get(key) ?? { value: make() }
    kept.delete(key)
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break
      kept.delete(oldest)
    }
    return entry.value
  }
}
