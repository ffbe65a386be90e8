/**
 * The countries of the world, and the groups of them that matching and jurisdiction use. The
 * territories AX, GF, GP, MF, MQ, RE and YT count as EU.
 *
 * @module
 */

/** Every officially assigned ISO 3166-1 alpha-2 code, 249 of them, in alphabetical order. */
export const isoCountries: ReadonlyArray<string> = [
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ",
  "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR",
  "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO",
  "JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR",
  "MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO",
  "RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV",
  "TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW",
].flatMap((line) => line.split(" "))

/** The member states of the European Union. */
export const europeanUnion: ReadonlyArray<string> =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ")

/** Territories with their own code in which European Union law applies. */
export const europeanUnionTerritories: ReadonlyArray<string> = "AX GF GP MF MQ RE YT".split(" ")

/** The states of the European Economic Area that are outside the Union. */
export const otherEea: ReadonlyArray<string> = "IS LI NO".split(" ")

/** The European Economic Area. */
export const europeanEconomicArea: ReadonlyArray<string> = [...europeanUnion, ...otherEea]

/** The United Kingdom. */
export const unitedKingdom: ReadonlyArray<string> = ["GB"]

/** Everywhere that consent rules of the European kind apply: the EEA, the United Kingdom, and their territories. */
export const europe: ReadonlyArray<string> = [
  ...europeanEconomicArea,
  ...unitedKingdom,
  "GI",
  ...europeanUnionTerritories,
]
