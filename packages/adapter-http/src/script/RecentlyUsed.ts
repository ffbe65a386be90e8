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
 */
export const recentlyUsed = <A>(limit: number): RecentlyUsed<A> => {
  // In the order of their last use.
  const kept = new Map<string, { readonly value: A }>()
  return (key, make) => {
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
