/**
 * The groups of countries that matching and jurisdiction speak of (policy.md 1.4, contract decision 27).
 *
 * @module
 */

/** The member states of the European Union. */
export const europeanUnion: ReadonlyArray<string> =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ")

/** Territories with a code of their own in which European Union law applies. */
export const europeanUnionTerritories: ReadonlyArray<string> = "AX GF GP MF MQ RE YT".split(" ")

/** The states of the European Economic Area that are outside the Union. */
export const otherEea: ReadonlyArray<string> = "IS LI NO".split(" ")
