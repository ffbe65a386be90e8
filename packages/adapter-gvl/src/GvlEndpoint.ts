/**
 * Where a Global Vendor List may be fetched from: `https:`, or `http:` on this machine.
 *
 * @module
 */
import * as Either from "effect/Either"

const loopbackHosts: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** Whether a URL's host is one of the names of this machine. */
export const isLoopbackHost = (hostname: string): boolean => loopbackHosts.includes(hostname)

const languageTag = /^[a-z]{2,3}$/

/**
 * The address to fetch one language's list from.
 *
 * @param endpoint - as configured; `{language}` in it stands for the primary language
 * @param language - a primary language subtag; anything else never reaches the address
 * @returns the address, or what is wrong with the endpoint
 */
export const gvlUrl = (endpoint: string, language: string): Either.Either<URL, string> => {
  if (!languageTag.test(language)) return Either.left("language must be a primary language subtag, like 'de'")
  const address = endpoint.replaceAll("{language}", language)
  if (!URL.canParse(address)) return Either.left("endpoint must be an absolute URL")
  const url = new URL(address)
  if (url.username !== "" || url.password !== "") return Either.left("endpoint must not carry credentials")
  if (url.protocol === "https:") return Either.right(url)
  return url.protocol === "http:" && isLoopbackHost(url.hostname)
    ? Either.right(url)
    : Either.left("endpoint must be https:, or http: on localhost")
}

/** The most vendors that are requested by id; more are picked from the complete list. */
export const maxVendorIdsInUrl = 500

/**
 * The address with the wanted vendors in its query, in the form that endpoints with a vendor filter read.
 *
 * @param vendorIds - ascending; empty for all
 */
export const withVendorIds = (url: URL, vendorIds: ReadonlyArray<number>): URL => {
  if (vendorIds.length === 0 || vendorIds.length > maxVendorIdsInUrl) return url
  const narrowed = new URL(url)
  // Appended as text: going through `searchParams` would write the configured query again.
  narrowed.search = `${url.search === "" ? "?" : `${url.search}&`}vendorIds=${encodeURIComponent(vendorIds.join())}`
  return narrowed
}
