/**
 * The known name that a misspelled one probably means.
 *
 * @module
 */

/** How many letters must be inserted, removed or replaced. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** The most differing letters: of a short name, most others are within three. */
const mostFor = (name: string): number => (name.length <= 3 ? 1 : name.length <= 5 ? 2 : 3)

/** The known name that is nearest, when it is near; null otherwise. */
export const nearest = (name: string, known: Iterable<string>): string | null => {
  let best: { readonly name: string; readonly far: number } | null = null
  for (const each of known) {
    const far = distance(name, each)
    if (far <= mostFor(name) && (best === null || far < best.far)) best = { name: each, far }
  }
  return best === null ? null : best.name
}
