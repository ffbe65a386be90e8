/**
 * What a request says about its visitor: query parameters before headers, the service's own headers before those of
 * an edge network (policy.md 3.1 and 4, wire.md 1.4, contract decision 12).
 *
 * @module
 */

/** Everything the resolution of one visitor depends on. */
export interface VisitorSignals {
  /** As sent, of any case; null when unknown. */
  readonly country: string | null
  readonly region: string | null
  /** Whether the visitor's browser sends Global Privacy Control. */
  readonly gpc: boolean
  /** The raw `Accept-Language` header, `en` when absent. */
  readonly acceptLanguage: string
  /** Whether the client speaks the one policy contract this service speaks. */
  readonly contractSupported: boolean
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

const present = (value: string | null): string | null => (value === null || value.trim() === "" ? null : value)

const firstPresent = (header: Lookup, names: ReadonlyArray<string>): string | null => {
  for (const name of names) {
    const value = present(header(name))
    if (value !== null) return value
  }
  return null
}

const gpcOf = (query: Lookup, header: Lookup): boolean => {
  for (const value of [query("gpc"), header("x-cs-gpc"), header("sec-gpc")]) {
    if (value === "1") return true
    if (value === "0") return false
  }
  return false
}

const supportsContract = (query: Lookup, header: Lookup): boolean => {
  const asked = (present(query("contract")) ?? header("x-cs-policy-contract"))?.trim()
  return asked === undefined || (/^\d+$/.test(asked) && Number(asked) === 1)
}

/** The place a request says its visitor is in: raw strings, null when unknown. */
export const readPlace = (query: Lookup, header: Lookup): Pick<VisitorSignals, "country" | "region"> => ({
  country: present(query("country")) ?? firstPresent(header, countryHeaders),
  region: present(query("region")) ?? firstPresent(header, regionHeaders),
})

/** Reads the signals of an `/init` request. Any input is accepted; what cannot be understood counts as absent. */
export const readSignals = (query: Lookup, header: Lookup): VisitorSignals => ({
  ...readPlace(query, header),
  gpc: gpcOf(query, header),
  acceptLanguage: present(header("accept-language")) ?? "en",
  contractSupported: supportsContract(query, header),
})
