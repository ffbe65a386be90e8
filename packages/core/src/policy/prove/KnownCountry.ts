/**
 * The country codes that a visitor can have.
 *
 * @module
 */
import { isoCountries } from "../../location/Countries.js"

/**
 * Codes outside ISO 3166 that edge networks send: Kosovo, a visitor whose country the network does not know, and one
 * who comes through Tor. The resolver treats them as countries.
 */
export const unofficialCountries: ReadonlyArray<string> = ["T1", "XK", "XX"]

/** Whether a code, in upper case, is that of a country, or one that edge networks send. */
export const isKnownCountry = (code: string): boolean =>
  isoCountries.includes(code) || unofficialCountries.includes(code)

const mistaken: Readonly<Record<string, string>> = { UK: "GB", EL: "GR", EN: "GB", SU: "RU", FX: "FR" }

/** A hint for a code that is often mistaken for another one; empty for all others. */
export const countryHint = (code: string): string => {
  const meant = mistaken[code]
  return meant === undefined ? "" : `; did you mean ${meant}?`
}
