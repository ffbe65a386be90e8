/**
 * Where a redirect from a vendor list's address may lead (contract decision 30; reliability.md M29): to public
 * addresses, so that a list's host cannot make this service ask what only it can reach.
 *
 * The configured address itself is the operator's own word and not judged here.
 *
 * @module
 */
import * as Either from "effect/Either"
import ipaddr from "ipaddr.js"
import { isLoopbackHost } from "./GvlEndpoint.js"

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")

/** Everything that IPv6 gives out for use across the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether an IP address belongs to somebody on the internet: not private, loopback, link-local, multicast, reserved,
 * nor one that stands for another address (mapped, translated or tunnelled).
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== "unicast") return false
  return address.kind() === "ipv4" || address.match(globalUnicast)
}

/** Names that mean something inside a network only (RFC 6761, 6762, 8375). */
const insideOnly = /(^|\.)(localhost|local|internal|intranet|lan|home|home\.arpa|corp|private|test|invalid|onion)$/

/** A redirect that may be followed. */
export interface RedirectTarget {
  readonly url: URL
  /** The name whose every address must be public first, or null. */
  readonly lookUp: string | null
}

/**
 * Decides whether a redirect may be followed.
 *
 * @param location - as the answer's header says it
 * @param from - the address that answered
 * @param endpoint - the address that is configured
 * @returns the target, or why it is refused
 */
export const redirectTarget = (location: string, from: URL, endpoint: URL): Either.Either<RedirectTarget, string> => {
  if (!URL.canParse(location, from)) return Either.left("leads to no address")
  const url = new URL(location, from)
  if (url.username !== "" || url.password !== "") return Either.left("carries credentials")
  const local = isLoopbackHost(url.hostname) && isLoopbackHost(endpoint.hostname)
  if (url.protocol !== "https:" && !(local && url.protocol === "http:")) return Either.left(`leads to ${url.protocol}`)
  if (local || url.host === endpoint.host) return Either.right({ url, lookUp: null })
  const host = bare(url.hostname).replace(/\.$/, "")
  if (ipaddr.isValid(host)) {
    return isPublicAddress(host) ? Either.right({ url, lookUp: null }) : Either.left("leads to an address not public")
  }
  const isInside = !host.includes(".") || insideOnly.test(host)
  return isInside ? Either.left("leads to a name not public") : Either.right({ url, lookUp: host })
}
