/**
 * The visitor signals of a request, from its query and headers: location, language, Global Privacy Control,
 * journey. The query comes first, then the service's own headers, then those of edge networks.
 *
 * @module
 */
import { clipLanguages } from "@consent-service/core/translation"
import { type Journey, unknownVisitor, type VisitorSignals } from "@consent-service/core/visitor"
import { hasAtMost, isRecordable } from "@consent-service/core/primitives"
import { parseExperimentArm } from "@consent-service/core/experiment"
import type { Lookup } from "./Target.js"

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

const present = (value: string | null): string | null => (value === null || value.trim() === "" ? null : value)

/** Clipped like a token's claim and a record, so that the record names the texts that were shown. */
const presentLanguages = (value: string | null): string | null => {
  const languages = present(value)
  return languages === null ? null : clipLanguages(languages)
}

/** Longer than any real place name. A value that no database can store counts as absent, too. */
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

const flag = (value: string | null): boolean | null => (value === "1" ? true : value === "0" ? false : null)

const gpcOf = (query: Lookup, header: Lookup): boolean => {
  const override = flag(query("gpc"))
  if (override !== null) return override
  for (const name of gpcHeaders) {
    const sent = flag(header(name))
    if (sent !== null) return sent
  }
  return false
}

const supportsContract = (query: Lookup, header: Lookup): boolean => {
  const requested = (present(query("contract")) ?? header(contractHeader))?.trim()
  return requested === undefined || (/^\d+$/.test(requested) && Number(requested) === 1)
}

/**
 * The location that a request names: raw strings of at most 255 characters, null when unknown.
 *
 * @example
 * ```ts
 * import { queryLookup, readPlace } from "@consent-service/adapter-http/request"
 *
 * const header = (name: string) => (name === "cf-ipcountry" ? "DE" : null)
 * readPlace(queryLookup("region=BY"), header) // { country: "DE", region: "BY" }
 * ```
 */
export const readPlace = (query: Lookup, header: Lookup): Pick<VisitorSignals, "country" | "region"> => ({
  country: presentPlace(query("country")) ?? firstPresent(header, countryHeaders),
  region: presentPlace(query("region")) ?? firstPresent(header, regionHeaders),
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const journeyNames = {
  current: { id: "journey", scope: "journeyScope", stored: "stored" },
  older: { id: "csJourney", scope: "csJourneyScope", stored: "csStored" },
} as const

/**
 * Reads a journey from query parameters. The older names are read only where none of the current ones is present; the
 * two sets are never mixed.
 *
 * @returns null unless id and scope are both well formed
 *
 * @example
 * ```ts
 * import { queryLookup, readJourney } from "@consent-service/adapter-http/request"
 *
 * readJourney(queryLookup("journey=6c1b1b7e-4a53-4d4b-9d2c-3c1d0f6f8a01&journeyScope=tab&stored=0"))
 * // { id: "6c1b1b7e-4a53-4d4b-9d2c-3c1d0f6f8a01", scope: "tab", storedChoice: false }
 * ```
 */
export const readJourney = (query: Lookup): Journey | null => {
  const usesCurrent = Object.values(journeyNames.current).some((name) => query(name) !== null)
  const { id: idName, scope: scopeName, stored } = usesCurrent ? journeyNames.current : journeyNames.older
  const id = query(idName)?.toLowerCase() ?? ""
  const scope = query(scopeName)
  if (!uuid.test(id) || (scope !== "page" && scope !== "tab")) return null
  return { id, scope, storedChoice: flag(query(stored)) }
}

const hostOfPage = (origin: string | null): string | null => {
  if (origin === null || !/^https?:/i.test(origin) || !URL.canParse(origin)) return null
  return new URL(origin).hostname
}

/**
 * Reads the signals of an `/init` request. Accepts any input; a value that cannot be understood counts as absent.
 *
 * @example
 * ```ts
 * import { queryLookup, readSignals } from "@consent-service/adapter-http/request"
 *
 * const headers = new Headers({ "accept-language": "de-AT, en;q=0.8", "sec-gpc": "1" })
 * const signals = readSignals(queryLookup("country=AT"), (name) => headers.get(name))
 * signals.country // "AT"
 * signals.gpc // true
 * ```
 */
export const readSignals = (query: Lookup, header: Lookup): VisitorSignals => {
  const journey = readJourney(query)
  const { country, region } = readPlace(query, header)
  return {
    country,
    region,
    gpc: gpcOf(query, header),
    acceptLanguage: presentLanguages(header(languageHeader)) ?? unknownVisitor.acceptLanguage,
    experiment: parseExperimentArm(present(query("experiment")) ?? header("x-cs-experiment")),
    journey,
    pageHost: journey === null ? null : hostOfPage(header("origin")),
    contractSupported: supportsContract(query, header),
  }
}

/** A header holds no control character and none above U+00FF: forwarding one would fail or inject headers. */
const asHeader = (value: string | null): string | null =>
  value !== null && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? value : null

/** Query parameters that override a header, by the name of that header. */
const overrides: Readonly<Record<string, (query: Lookup) => string | null>> = {
  "x-cs-version": (query) => asHeader(present(query("v"))),
  [contractHeader]: (query) => asHeader(present(query("contract"))),
  "x-cs-country": (query) => asHeader(presentPlace(query("country"))),
  "x-cs-region": (query) => asHeader(presentPlace(query("region"))),
  "x-cs-gpc": (query) => {
    const gpc = query("gpc")
    return gpc === "1" || gpc === "0" ? gpc : null
  },
}

/**
 * The headers of an `/init` request with its query's overrides applied.
 *
 * @example
 * ```ts
 * import { foldQuery, queryLookup } from "@consent-service/adapter-http/request"
 *
 * const header = foldQuery(queryLookup("country=AT"), () => null)
 * header("x-cs-country") // "AT"
 * ```
 */
export const foldQuery =
  (query: Lookup, header: Lookup): Lookup =>
  (name) =>
    overrides[name]?.(query) ?? header(name)

const reported: ReadonlyArray<string> = [
  "user-agent",
  "x-cs-version",
  contractHeader,
  ...countryHeaders,
  ...regionHeaders,
  languageHeader,
  ...gpcHeaders,
]

/**
 * The headers that receivers of session reports may see: never a cookie, a credential or an address.
 *
 * @example
 * ```ts
 * import { reportedHeaders } from "@consent-service/adapter-http/request"
 *
 * const headers = new Headers({ "user-agent": "Browser", cookie: "session=1" })
 * reportedHeaders((name) => headers.get(name)) // { "user-agent": "Browser" }
 * ```
 */
export const reportedHeaders = (header: Lookup): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  for (const name of reported) {
    const value = header(name)
    if (value !== null) headers[name] = value
  }
  return headers
}

const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"]

/**
 * Whether a browser or a framework prefetches a page that may never be visited; such a request is not reported.
 *
 * @example
 * ```ts
 * import { isSpeculative } from "@consent-service/adapter-http/request"
 *
 * isSpeculative((name) => (name === "sec-purpose" ? "prefetch;prerender" : null)) // true
 * ```
 */
export const isSpeculative = (header: Lookup): boolean =>
  header("next-router-prefetch")?.trim() === "1" ||
  purposeHeaders.some((name) => /prefetch|prerender/i.test(header(name) ?? ""))
