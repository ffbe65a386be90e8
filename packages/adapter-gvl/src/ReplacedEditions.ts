/**
 * Editions that another one has replaced: visitors were referred to them until recently.
 *
 * @module
 */
import { recent } from "@consent-service/core/primitives"
import type { VendorListEdition } from "@consent-service/core/vendor"

/** A bounded memory of editions. */
export interface ReplacedEditions {
  readonly keep: (edition: VendorListEdition) => void
  readonly find: (version: number, language: string) => VendorListEdition | undefined
}

const keyOf = (version: number, language: string): string => `${version} ${language}`

/**
 * Makes a memory without editions.
 *
 * @param bound - how many it keeps for all languages, half of them guaranteed; about two megabytes each
 */
export const makeReplacedEditions = (bound: number): ReplacedEditions => {
  const kept = recent<VendorListEdition>({ bound })
  return {
    keep: (edition) => kept.keep(keyOf(edition.vendorListVersion, edition.language), edition),
    find: (version, language) => kept.find(keyOf(version, language)),
  }
}
