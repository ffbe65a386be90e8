/**
 * What a request says about its visitor: query parameters before headers, the service's own headers before those of
 * an edge network (policy.md 3.1 and 4, wire.md 1.4, contract decision 12).
 *
 * @module
 */
import { hasAtMost, isRecordable } from "../consent/BoundedText.js"
import { type ExperimentArm, parseExperimentArm } from "../experiment/ExperimentArm.js"
import { type Journey, readJourney } from "../session/Journey.js"

/** Everything the resolution of one visitor depends on. */
export interface VisitorSignals {
  /** As sent, of any case; null when unknown. */
  readonly country: string | null
  readonly region: string | null
  /** Whether the visitor's browser sends Global Privacy Control. */
  readonly gpc: boolean
  /** The raw `Accept-Language` header, `en` when absent. */
  readonly acceptLanguage: string
  /** The arm of a banner experiment that the client shows. */
  readonly experiment: ExperimentArm | null
  readonly journey: Journey | null
  /** The host of the page that asked, where the request has an http(s) origin; not read without a journey. */
  readonly pageHost: string | null
  /** Whether the client speaks the one policy contract this service speaks. */
  readonly contractSupported: boolean
}

/** A visitor whose request says nothing. */
export const unknownVisitor: VisitorSignals = {
  country: null,
  region: null,
  gpc: false,
  acceptLanguage: "en",
  experiment: null,
  journey: null,
  pageHost: null,
  contractSupported: true,
}

/** Looks a value up by its (lower-case) name; null when absent. */
export type Lookup = (name: string) => string | null

const countryHeaders = [
  "x-cs-country",
  "cf-ipcountry",
  "x-vercel-ip-country",
  "x-amz-cf-ipcountry",
  "x-country-code",
  "x-country",
]
const regionHeaders = ["x-cs-region", "cf-region-code", "x-vercel-ip-country-region", "x-region-code"]
const gpcHeaders = ["x-cs-gpc", "sec-gpc"]
const languageHeader = "accept-language"
const contractHeader = "x-cs-policy-contract"

/** The headers, by lower-case name, that place, language, GPC signal and contract are read from. */
export const signalHeaders: ReadonlyArray<string> = [
  contractHeader,
  ...countryHeaders,
  ...regionHeaders,
  languageHeader,
  ...gpcHeaders,
]

const present = (value: string | null): string | null => (value === null || value.trim() === "" ? null : value)

/** Longer than any place that is meant; what cannot be on record is no place either. */
const maxPlace = 255

const presentPlace = (value: string | null): string | null => {
  const place = present(value)
  return place !== null && hasAtMost(place, maxPlace) && isRecordable(place) ? place : null
}

const firstPresent = (header: Lookup, names: ReadonlyArray<string>): string | null => {
  for (const name of names) {
    const value = presentPlace(header(name))
    if (value !== null) return value
  }
  return null
}

const gpcOf = (query: Lookup, header: Lookup): boolean => {
  const said = (value: string | null): boolean | null => (value === "1" ? true : value === "0" ? false : null)
  const asked = said(query("gpc"))
  if (asked !== null) return asked
  for (const name of gpcHeaders) {
    const sent = said(header(name))
    if (sent !== null) return sent
  }
  return false
}

const supportsContract = (query: Lookup, header: Lookup): boolean => {
  const asked = (present(query("contract")) ?? header(contractHeader))?.trim()
  return asked === undefined || (/^\d+$/.test(asked) && Number(asked) === 1)
}

/** The place a request says its visitor is in: raw strings of at most 255 characters, null when unknown. */
export const readPlace = (query: Lookup, header: Lookup): Pick<VisitorSignals, "country" | "region"> => ({
  country: presentPlace(query("country")) ?? firstPresent(header, countryHeaders),
  region: presentPlace(query("region")) ?? firstPresent(header, regionHeaders),
})

const hostOfPage = (origin: string | null): string | null => {
  if (origin === null || !/^https?:/i.test(origin) || !URL.canParse(origin)) return null
  return new URL(origin).hostname
}

/** Reads the signals of an `/init` request. Any input is accepted; what cannot be understood counts as absent. */
export const readSignals = (query: Lookup, header: Lookup): VisitorSignals => {
  const journey = readJourney(query)
  const { country, region } = readPlace(query, header)
  return {
    country,
    region,
    gpc: gpcOf(query, header),
    acceptLanguage: present(header(languageHeader)) ?? unknownVisitor.acceptLanguage,
    experiment: parseExperimentArm(present(query("experiment")) ?? header("x-cs-experiment")),
    journey,
    pageHost: journey === null ? null : hostOfPage(header("origin")),
    contractSupported: supportsContract(query, header),
  }
}
