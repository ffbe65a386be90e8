/**
 * The few lists that were in use until lately: their addresses were given to visitors a moment ago.
 *
 * @module
 */
import type { VendorListEdition } from "@consent-service/core/vendor/VendorListEdition"

/** Editions by version and language, a bounded number of them. */
export interface RecentEditions {
  readonly add: (edition: VendorListEdition) => void
  readonly find: (version: number, language: string) => VendorListEdition | null
}

/** Makes a memory of so many editions, over all languages; the one added first goes first. */
export const makeRecentEditions = (capacity: number): RecentEditions => {
  const editions = new Map<string, VendorListEdition>()
  const keyOf = (version: number, language: string) => `${version} ${language}`
  return {
    add: (edition) => {
      const key = keyOf(edition.vendorListVersion, edition.language)
      editions.delete(key)
      editions.set(key, edition)
      for (const oldest of editions.keys()) {
        if (editions.size <= capacity) return
        editions.delete(oldest)
      }
    },
    find: (version, language) => editions.get(keyOf(version, language)) ?? null,
  }
}
